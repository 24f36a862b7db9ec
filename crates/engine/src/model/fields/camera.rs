//! Cameras and lights.

macro_rules! camera_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// What the camera follows, a `CamLight`.
                cam_mode: Field<CameraId, Kind<CamLight>>;
                /// The body that carries the camera.
                cam_bodyid: Field<CameraId, Link<BodyId>>;
                /// The body that the camera looks at, -1 if there is none.
                cam_targetbodyid: Field<CameraId, Link<BodyId>>;
            }
            parameters {
                /// Position on the body; m, body frame.
                cam_pos: Field<CameraId, Vec3>;
                /// Orientation on the body, looking along -z; 1, body frame.
                cam_quat: Field<CameraId, Quat>;
                /// Position from the center of mass of the body's subtree at the default pose; m,
                /// world axes.
                cam_poscom0: Field<CameraId, Vec3>;
                /// Position from the body at the default pose; m, world axes.
                cam_pos0: Field<CameraId, Vec3>;
                /// Orientation at the default pose; 1, world frame.
                cam_mat0: Field<CameraId, Mat3>;
            }
            structure {
                /// Projection, a `Projection`.
                cam_projection: Field<CameraId, Kind<Projection>>;
            }
            parameters {
                /// Vertical field of view, an angle in perspective and a length in orthographic
                /// projection; deg or m.
                cam_fovy: Field<CameraId, f64>;
                /// Distance of the two eyes in stereo; m.
                cam_ipd: Field<CameraId, f64>;
            }
            structure {
                /// Width and height of the image, in pixels.
                cam_resolution: Field<CameraId, [i32; 2]>;
            }
            parameters {
                /// Bits of the images that the camera gives.
                cam_output: Field<CameraId, i32>;
                /// Width and height of the image sensor, 0 if `cam_fovy` decides; m.
                cam_sensorsize: Field<CameraId, [f32; 2]>;
                /// Focal lengths and principal point, both in x and y; m.
                cam_intrinsic: Field<CameraId, [f32; 4]>;
                /// Numbers of the user's own; any.
                cam_user: Rows<CameraId, f64>, nuser_cam;
            }
            structure {
                /// What the light follows, a `CamLight`.
                light_mode: Field<LightId, Kind<CamLight>>;
                /// The body that carries the light.
                light_bodyid: Field<LightId, Link<BodyId>>;
                /// The body that the light points at, -1 if there is none.
                light_targetbodyid: Field<LightId, Link<BodyId>>;
                /// Kind of light, a `LightType`.
                light_type: Field<LightId, Kind<LightType>>;
                /// The texture of an image light, -1 if it has none.
                light_texid: Field<LightId, Link<TextureId>>;
            }
            parameters {
                /// Whether the light casts shadows.
                light_castshadow: Field<LightId, u8>;
                /// Radius of the source, for soft shadows; m.
                light_bulbradius: Field<LightId, f32>;
                /// Luminous intensity; cd.
                light_intensity: Field<LightId, f32>;
                /// How far the light reaches; m.
                light_range: Field<LightId, f32>;
                /// Whether the light is on.
                light_active: Field<LightId, u8>;
                /// Position on the body; m, body frame.
                light_pos: Field<LightId, Vec3>;
                /// Direction of the rays; 1, body frame.
                light_dir: Field<LightId, Vec3>;
                /// Position from the center of mass of the body's subtree at the default pose; m,
                /// world axes.
                light_poscom0: Field<LightId, Vec3>;
                /// Position from the body at the default pose; m, world axes.
                light_pos0: Field<LightId, Vec3>;
                /// Direction of the rays at the default pose; 1, world axes.
                light_dir0: Field<LightId, Vec3>;
                /// Attenuation with distance: constant, linear and quadratic coefficient; 1 and 1/m
                /// and 1/m^2.
                light_attenuation: Field<LightId, [f32; 3]>;
                /// Half the opening angle of a spotlight; deg.
                light_cutoff: Field<LightId, f32>;
                /// How fast a spotlight fades from its axis; 1.
                light_exponent: Field<LightId, f32>;
                /// Ambient color; 1.
                light_ambient: Field<LightId, [f32; 3]>;
                /// Diffuse color; 1.
                light_diffuse: Field<LightId, [f32; 3]>;
                /// Specular color; 1.
                light_specular: Field<LightId, [f32; 3]>;
            }
        }
    };
}

pub(super) use camera_fields;
