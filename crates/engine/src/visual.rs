//! Visualization options, with MuJoCo's defaults. The engine stores them and does not use them.

use crate::fields::plain_fields;

/// Visualization options in groups.
#[doc(alias = "mjVisual")]
#[doc(alias = "mj_defaultVisual")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visual {
    /// Camera, window and global switches.
    pub global: VisualGlobal,
    /// Rendering quality.
    pub quality: VisualQuality,
    /// The light at the camera.
    pub headlight: VisualHeadlight,
    /// Mapping of quantities to what is drawn.
    pub map: VisualMap,
    /// Sizes of decorations, relative to the mean body size.
    pub scale: VisualScale,
    /// Colors of decorations.
    pub rgba: VisualRgba,
}

plain_fields! {
    /// Camera, window and global switches.
    VisualGlobal {
        cameraid: i32 = -1;
        orthographic: i32 = 0;
        fovy: f32 = 45.0;
        ipd: f32 = 0.068;
        azimuth: f32 = 90.0;
        elevation: f32 = -45.0;
        linewidth: f32 = 1.0;
        glow: f32 = 0.3;
        realtime: f32 = 1.0;
        offwidth: i32 = 640;
        offheight: i32 = 480;
        ellipsoidinertia: i32 = 0;
        bvactive: i32 = 1;
    }
}

plain_fields! {
    /// Rendering quality.
    VisualQuality {
        shadowsize: i32 = 4096;
        offsamples: i32 = 4;
        numslices: i32 = 28;
        numstacks: i32 = 16;
        numquads: i32 = 4;
    }
}

plain_fields! {
    /// The light at the camera.
    VisualHeadlight {
        ambient: [f32; 3] = [0.1; 3];
        diffuse: [f32; 3] = [0.4; 3];
        specular: [f32; 3] = [0.5; 3];
        active: i32 = 1;
    }
}

plain_fields! {
    /// Mapping of quantities to what is drawn.
    VisualMap {
        stiffness: f32 = 100.0;
        stiffnessrot: f32 = 500.0;
        force: f32 = 0.005;
        torque: f32 = 0.1;
        alpha: f32 = 0.3;
        fogstart: f32 = 3.0;
        fogend: f32 = 10.0;
        znear: f32 = 0.01;
        zfar: f32 = 50.0;
        haze: f32 = 0.3;
        shadowclip: f32 = 1.0;
        shadowscale: f32 = 0.6;
        actuatortendon: f32 = 2.0;
    }
}

plain_fields! {
    /// Sizes of decorations, relative to the mean body size.
    VisualScale {
        forcewidth: f32 = 0.1;
        contactwidth: f32 = 0.3;
        contactheight: f32 = 0.1;
        connect: f32 = 0.2;
        com: f32 = 0.4;
        camera: f32 = 0.3;
        light: f32 = 0.3;
        selectpoint: f32 = 0.2;
        jointlength: f32 = 1.0;
        jointwidth: f32 = 0.1;
        actuatorlength: f32 = 0.7;
        actuatorwidth: f32 = 0.2;
        framelength: f32 = 1.0;
        framewidth: f32 = 0.1;
        constraint: f32 = 0.1;
        slidercrank: f32 = 0.2;
        frustum: f32 = 10.0;
    }
}

plain_fields! {
    /// Colors of decorations.
    VisualRgba {
        fog: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
        haze: [f32; 4] = [1.0, 1.0, 1.0, 1.0];
        force: [f32; 4] = [1.0, 0.5, 0.5, 1.0];
        inertia: [f32; 4] = [0.8, 0.2, 0.2, 0.6];
        joint: [f32; 4] = [0.2, 0.6, 0.8, 1.0];
        actuator: [f32; 4] = [0.2, 0.25, 0.2, 1.0];
        actuatornegative: [f32; 4] = [0.2, 0.6, 0.9, 1.0];
        actuatorpositive: [f32; 4] = [0.9, 0.4, 0.2, 1.0];
        com: [f32; 4] = [0.9, 0.9, 0.9, 1.0];
        camera: [f32; 4] = [0.6, 0.9, 0.6, 1.0];
        light: [f32; 4] = [0.6, 0.6, 0.9, 1.0];
        selectpoint: [f32; 4] = [0.9, 0.9, 0.1, 1.0];
        connect: [f32; 4] = [0.2, 0.2, 0.8, 1.0];
        contactpoint: [f32; 4] = [0.9, 0.6, 0.2, 1.0];
        contactforce: [f32; 4] = [0.7, 0.9, 0.9, 1.0];
        contactfriction: [f32; 4] = [0.9, 0.8, 0.4, 1.0];
        contacttorque: [f32; 4] = [0.9, 0.7, 0.9, 1.0];
        contactgap: [f32; 4] = [0.5, 0.8, 0.9, 1.0];
        rangefinder: [f32; 4] = [1.0, 1.0, 0.1, 1.0];
        constraint: [f32; 4] = [0.9, 0.0, 0.0, 1.0];
        slidercrank: [f32; 4] = [0.5, 0.3, 0.8, 1.0];
        crankbroken: [f32; 4] = [0.9, 0.0, 0.0, 1.0];
        frustum: [f32; 4] = [1.0, 1.0, 0.0, 0.2];
        bv: [f32; 4] = [0.0, 1.0, 0.0, 0.5];
        bvactive: [f32; 4] = [1.0, 0.0, 0.0, 0.5];
    }
}
