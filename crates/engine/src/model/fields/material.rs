//! Textures and materials.

macro_rules! material_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// Kind of texture, a `Texture`.
                tex_type: Field<TextureId, Kind<TextureType>>;
                /// Color space, a `ColorSpace`.
                tex_colorspace: Field<TextureId, Kind<ColorSpace>>;
                /// Rows of pixels, of all six sides for a cube.
                tex_height: Field<TextureId, i32>;
                /// Columns of pixels.
                tex_width: Field<TextureId, i32>;
                /// Bytes per pixel.
                tex_nchannel: Field<TextureId, i32>;
                /// Where the texture starts in `tex_data`.
                tex_adr: Field<TextureId, i64>;
            }
            parameters {
                /// Pixels of all textures, row by row.
                tex_data: Field<TexDataAdr, u8>;
            }
            structure {
                /// Where the file's path starts in `paths`, -1 if there is none.
                tex_pathadr: Field<TextureId, i32>;
                /// The textures of the material by role (`TextureRole`), -1 where there is none.
                mat_texid: Field<MaterialId, [Link<TextureId>; NTEXROLE]>;
            }
            parameters {
                /// Whether the texture's scale follows space instead of the object's size.
                mat_texuniform: Field<MaterialId, u8>;
                /// How often the texture repeats along x and y; 1.
                mat_texrepeat: Field<MaterialId, [f32; 2]>;
                /// Emission, as a multiple of the color; 1.
                mat_emission: Field<MaterialId, f32>;
                /// Strength of specular reflection; 1.
                mat_specular: Field<MaterialId, f32>;
                /// Sharpness of specular reflection; 1.
                mat_shininess: Field<MaterialId, f32>;
                /// Strength of mirror reflection; 1.
                mat_reflectance: Field<MaterialId, f32>;
                /// How metallic the surface is, negative if not given; 1.
                mat_metallic: Field<MaterialId, f32>;
                /// How rough the surface is, negative if not given; 1.
                mat_roughness: Field<MaterialId, f32>;
                /// Color and opacity; 1.
                mat_rgba: Field<MaterialId, [f32; 4]>;
            }
        }
    };
}

pub(super) use material_fields;
