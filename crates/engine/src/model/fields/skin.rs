//! Skins and height fields.

macro_rules! skin_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// The material, -1 if it has none.
                skin_matid: Field<SkinId, Link<MaterialId>>;
            }
            parameters {
                /// Group for visibility.
                skin_group: Field<SkinId, i32>;
                /// Color and opacity where there is no material; 1.
                skin_rgba: Field<SkinId, [f32; 4]>;
                /// Distance that the skin is drawn outwards along its normals; m.
                skin_inflate: Field<SkinId, f32>;
            }
            structure {
                /// The first vertex of the skin.
                skin_vertadr: Field<SkinId, i32>;
                /// How many vertices the skin has.
                skin_vertnum: Field<SkinId, i32>;
                /// The first texture coordinate of the skin, -1 if it has none.
                skin_texcoordadr: Field<SkinId, i32>;
                /// The first triangle of the skin.
                skin_faceadr: Field<SkinId, i32>;
                /// How many triangles the skin has.
                skin_facenum: Field<SkinId, i32>;
                /// The first bone of the skin.
                skin_boneadr: Field<SkinId, i32>;
                /// How many bones the skin has.
                skin_bonenum: Field<SkinId, i32>;
            }
            parameters {
                /// Positions of vertices as the skin was bound; m, world frame.
                skin_vert: Field<SkinVertId, [f32; 3]>;
                /// Texture coordinates of vertices; 1.
                skin_texcoord: Field<SkinTexVertId, [f32; 2]>;
            }
            structure {
                /// The three vertices of the triangle, counted from the skin's first.
                skin_face: Field<SkinFaceId, [i32; 3]>;
                /// Where the bone starts in `skin_bonevertid` and `skin_bonevertweight`.
                skin_bonevertadr: Field<SkinBoneId, i32>;
                /// How many vertices the bone moves.
                skin_bonevertnum: Field<SkinBoneId, i32>;
            }
            parameters {
                /// Position of the bone as the skin was bound; m, world frame.
                skin_bonebindpos: Field<SkinBoneId, [f32; 3]>;
                /// Orientation of the bone as the skin was bound; 1, world frame.
                skin_bonebindquat: Field<SkinBoneId, [f32; 4]>;
            }
            structure {
                /// The body that is the bone.
                skin_bonebodyid: Field<SkinBoneId, Link<BodyId>>;
                /// Vertices that bones move, counted from the skin's first.
                skin_bonevertid: Field<SkinBoneVertId, i32>;
            }
            parameters {
                /// How much the bone moves the vertex; 1.
                skin_bonevertweight: Field<SkinBoneVertId, f32>;
            }
            structure {
                /// Where the file's path starts in `paths`, -1 if there is none.
                skin_pathadr: Field<SkinId, i32>;
            }
            parameters {
                /// Half sizes along x and y, height of the data's 1, depth of the base; m, geom
                /// frame.
                hfield_size: Field<HfieldId, [f64; 4]>;
            }
            structure {
                /// Rows of the grid, along y.
                hfield_nrow: Field<HfieldId, i32>;
                /// Columns of the grid, along x.
                hfield_ncol: Field<HfieldId, i32>;
                /// Where the height field starts in `hfield_data`.
                hfield_adr: Field<HfieldId, i32>;
            }
            parameters {
                /// Heights from 0 to 1, row by row; 1.
                hfield_data: Field<HfieldDataAdr, f32>;
            }
            structure {
                /// Where the file's path starts in `paths`, -1 if there is none.
                hfield_pathadr: Field<HfieldId, i32>;
            }
            parameters {}
        }
    };
}

pub(super) use skin_fields;
