//! Names, paths, patterns of sparse matrices, and what tells models apart.

macro_rules! names_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// Where the body's name starts in `names`.
                name_bodyadr: Field<BodyId, i32>;
                /// Where the joint's name starts in `names`.
                name_jntadr: Field<JointId, i32>;
                /// Where the geom's name starts in `names`.
                name_geomadr: Field<GeomId, i32>;
                /// Where the site's name starts in `names`.
                name_siteadr: Field<SiteId, i32>;
                /// Where the camera's name starts in `names`.
                name_camadr: Field<CameraId, i32>;
                /// Where the light's name starts in `names`.
                name_lightadr: Field<LightId, i32>;
                /// Where the flex's name starts in `names`.
                name_flexadr: Field<FlexId, i32>;
                /// Where the mesh's name starts in `names`.
                name_meshadr: Field<MeshId, i32>;
                /// Where the skin's name starts in `names`.
                name_skinadr: Field<SkinId, i32>;
                /// Where the height field's name starts in `names`.
                name_hfieldadr: Field<HfieldId, i32>;
                /// Where the texture's name starts in `names`.
                name_texadr: Field<TextureId, i32>;
                /// Where the material's name starts in `names`.
                name_matadr: Field<MaterialId, i32>;
                /// Where the geom pair's name starts in `names`.
                name_pairadr: Field<PairId, i32>;
                /// Where the excluded pair's name starts in `names`.
                name_excludeadr: Field<ExcludeId, i32>;
                /// Where the equality constraint's name starts in `names`.
                name_eqadr: Field<EqualityId, i32>;
                /// Where the tendon's name starts in `names`.
                name_tendonadr: Field<TendonId, i32>;
                /// Where the actuator's name starts in `names`.
                name_actuatoradr: Field<ActuatorId, i32>;
                /// Where the sensor's name starts in `names`.
                name_sensoradr: Field<SensorId, i32>;
                /// Where the custom number's name starts in `names`.
                name_numericadr: Field<NumericId, i32>;
                /// Where the custom text's name starts in `names`.
                name_textadr: Field<TextId, i32>;
                /// Where the custom tuple's name starts in `names`.
                name_tupleadr: Field<TupleId, i32>;
                /// Where the keyframe's name starts in `names`.
                name_keyadr: Field<KeyId, i32>;
                /// Where the plugin instance's name starts in `names`.
                name_pluginadr: Field<PluginId, i32>;
                /// The model's name and those of all objects, each with a zero at its end.
                names: Field<NameAdr, Char>;
                /// Hash table from names to ids, a part for each kind of object.
                names_map: Field<NameMapAdr, i32>;
                /// Paths of asset files, each with a zero at its end.
                paths: Field<PathAdr, Char>;
                /// Degrees of freedom that move the body: entries in its row of the body-dof
                /// matrix.
                B_rownnz: Field<BodyId, i32>;
                /// Where the body's row of the body-dof matrix starts.
                B_rowadr: Field<BodyId, i32>;
                /// The degree of freedom of each entry of the body-dof matrix.
                B_colind: Field<BodyDofAdr, i32>;
                /// Entries in the row of the inertia matrix, from the first ancestor to the
                /// diagonal.
                M_rownnz: Field<DofId, i32>;
                /// Where the row starts in `M`.
                M_rowadr: Field<DofId, i32>;
                /// The column of each entry of `M`.
                M_colind: Field<MAdr, i32>;
                /// The place in `qM` of each entry of `M`.
                mapM2M: Field<MAdr, i32>;
                /// Entries in the row of the dof-dof matrix.
                D_rownnz: Field<DofId, i32>;
                /// Where the row of the dof-dof matrix starts.
                D_rowadr: Field<DofId, i32>;
                /// The place of the diagonal in the row of the dof-dof matrix.
                D_diag: Field<DofId, i32>;
                /// The column of each entry of the dof-dof matrix.
                D_colind: Field<DofDofAdr, i32>;
                /// The place in `M` of each entry of the dof-dof matrix.
                mapM2D: Field<DofDofAdr, i32>;
                /// The place in the dof-dof matrix of each entry of `M`.
                mapD2M: Field<MAdr, i32>;
            }
            parameters {
                /// Number that tells models of different structure apart.
                signature: u64;
            }
        }
    };
}

pub(super) use names_fields;
