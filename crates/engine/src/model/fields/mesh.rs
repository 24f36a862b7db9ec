//! Meshes.

macro_rules! mesh_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// The first vertex of the mesh.
                mesh_vertadr: Field<MeshId, i32>;
                /// How many vertices the mesh has.
                mesh_vertnum: Field<MeshId, i32>;
                /// The first triangle of the mesh.
                mesh_faceadr: Field<MeshId, i32>;
                /// How many triangles the mesh has.
                mesh_facenum: Field<MeshId, i32>;
                /// The root of the mesh's tree of bounding boxes, -1 if it has none.
                mesh_bvhadr: Field<MeshId, i32>;
                /// How many bounding boxes the mesh's tree has.
                mesh_bvhnum: Field<MeshId, i32>;
                /// The root of the mesh's octree, -1 if it has none.
                mesh_octadr: Field<MeshId, i32>;
                /// How many nodes the mesh's octree has.
                mesh_octnum: Field<MeshId, i32>;
                /// The first normal of the mesh.
                mesh_normaladr: Field<MeshId, i32>;
                /// How many normals the mesh has.
                mesh_normalnum: Field<MeshId, i32>;
                /// The first texture coordinate of the mesh, -1 if it has none.
                mesh_texcoordadr: Field<MeshId, i32>;
                /// How many texture coordinates the mesh has.
                mesh_texcoordnum: Field<MeshId, i32>;
                /// Where the graph of the convex hull starts in `mesh_graph`, -1 if there is none.
                mesh_graphadr: Field<MeshId, i32>;
            }
            parameters {
                /// Positions of vertices; m, mesh frame.
                mesh_vert: Field<MeshVertId, [f32; 3]>;
                /// Normals of vertices; 1, mesh frame.
                mesh_normal: Field<MeshNormalId, [f32; 3]>;
                /// Texture coordinates of vertices; 1.
                mesh_texcoord: Field<MeshTexCoordId, [f32; 2]>;
            }
            structure {
                /// The three vertices of the triangle, counted from the mesh's first.
                mesh_face: Field<MeshFaceId, [i32; 3]>;
                /// The three normals of the triangle, counted from the mesh's first.
                mesh_facenormal: Field<MeshFaceId, [i32; 3]>;
                /// The three texture coordinates of the triangle, counted from the mesh's first.
                mesh_facetexcoord: Field<MeshFaceId, [i32; 3]>;
                /// Convex hulls: counts, neighbors of each hull vertex, triangles.
                mesh_graph: Field<MeshGraphAdr, i32>;
            }
            parameters {
                /// Scale that was applied to the vertices of the file; 1.
                mesh_scale: Field<MeshId, Vec3>;
                /// Shift that took the file's vertices to the inertial frame; m, frame of the file.
                mesh_pos: Field<MeshId, Vec3>;
                /// Rotation that took the file's vertices to the inertial frame; 1, frame of the
                /// file.
                mesh_quat: Field<MeshId, Quat>;
            }
            structure {
                /// Where the file's path starts in `paths`, -1 if there is none.
                mesh_pathadr: Field<MeshId, i32>;
                /// How many polygons the convex hull of the mesh has.
                mesh_polynum: Field<MeshId, i32>;
                /// The first polygon of the mesh.
                mesh_polyadr: Field<MeshId, i32>;
            }
            parameters {
                /// Normals of polygons; 1, mesh frame.
                mesh_polynormal: Field<MeshPolyId, Vec3>;
            }
            structure {
                /// Where the polygon starts in `mesh_polyvert`.
                mesh_polyvertadr: Field<MeshPolyId, i32>;
                /// How many vertices the polygon has.
                mesh_polyvertnum: Field<MeshPolyId, i32>;
                /// Vertices of polygons, in order around each.
                mesh_polyvert: Field<MeshPolyVertAdr, i32>;
                /// Where the vertex starts in `mesh_polymap`.
                mesh_polymapadr: Field<MeshVertId, i32>;
                /// How many polygons meet at the vertex.
                mesh_polymapnum: Field<MeshVertId, i32>;
                /// Polygons by vertex.
                mesh_polymap: Field<MeshPolyMapAdr, i32>;
            }
            parameters {}
        }
    };
}

pub(super) use mesh_fields;
