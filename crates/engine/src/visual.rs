//! Visualization options, with MuJoCo's defaults. The engine stores them and does not use them.

use crate::fields::plain_fields;

/// Visualization options in groups.
#[doc(alias = "mjVisual")]
#[doc(alias = "mj_defaultVisual")]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
        /// The camera at the start, -1 for the free camera.
        cameraid: i32 = -1;
        /// Whether the free camera is orthographic.
        orthographic: i32 = 0;
        /// Vertical field of view of the free camera, a length if it is orthographic; deg or m.
        fovy: f32 = 45.0;
        /// Distance of the two eyes of the free camera in stereo; m.
        ipd: f32 = 0.068;
        /// Direction of the free camera at the start, about the vertical; deg.
        azimuth: f32 = 90.0;
        /// Inclination of the free camera at the start; deg.
        elevation: f32 = -45.0;
        /// Width of lines, in pixels; 1.
        linewidth: f32 = 1.0;
        /// Glow of what is selected; 1.
        glow: f32 = 0.3;
        /// Speed of the simulation relative to real time at the start; 1.
        realtime: f32 = 1.0;
        /// Width of the offscreen buffer, in pixels.
        offwidth: i32 = 640;
        /// Height of the offscreen buffer, in pixels.
        offheight: i32 = 480;
        /// Whether inertias are drawn as ellipsoids instead of boxes.
        ellipsoidinertia: i32 = 0;
        /// Whether bounding boxes are marked that were found to overlap.
        bvactive: i32 = 1;
    }
}

plain_fields! {
    /// Rendering quality.
    VisualQuality {
        /// Width of the shadow map, in pixels.
        shadowsize: i32 = 4096;
        /// Samples per pixel of the offscreen buffer.
        offsamples: i32 = 4;
        /// Slices of round shapes around their axis.
        numslices: i32 = 28;
        /// Stacks of round shapes along their axis.
        numstacks: i32 = 16;
        /// Parts of the sides of boxes.
        numquads: i32 = 4;
    }
}

plain_fields! {
    /// The light at the camera.
    VisualHeadlight {
        /// Ambient color; 1.
        ambient: [f32; 3] = [0.1; 3];
        /// Diffuse color; 1.
        diffuse: [f32; 3] = [0.4; 3];
        /// Specular color; 1.
        specular: [f32; 3] = [0.5; 3];
        /// Whether the light is on.
        active: i32 = 1;
    }
}

plain_fields! {
    /// Mapping of quantities to what is drawn.
    VisualMap {
        /// How strongly the mouse pulls; 1.
        stiffness: f32 = 100.0;
        /// How strongly the mouse turns; 1.
        stiffnessrot: f32 = 500.0;
        /// Length to draw per force; m/N.
        force: f32 = 0.005;
        /// Length to draw per torque; 1/N.
        torque: f32 = 0.1;
        /// Opacity of what is made transparent; 1.
        alpha: f32 = 0.3;
        /// Where fog begins, as a multiple of the model's extent; 1.
        fogstart: f32 = 3.0;
        /// Where fog is dense, as a multiple of the model's extent; 1.
        fogend: f32 = 10.0;
        /// Nearest distance that is drawn, as a multiple of the model's extent; 1.
        znear: f32 = 0.01;
        /// Farthest distance that is drawn, as a multiple of the model's extent; 1.
        zfar: f32 = 50.0;
        /// Share of the distance that the haze covers; 1.
        haze: f32 = 0.3;
        /// Half the width that directional shadows cover, as a multiple of the model's extent; 1.
        shadowclip: f32 = 1.0;
        /// Share of a spotlight's cutoff that shadows cover; 1.
        shadowscale: f32 = 0.6;
        /// Width of tendons with actuators, as a multiple of that without; 1.
        actuatortendon: f32 = 2.0;
    }
}

plain_fields! {
    /// Sizes of decorations, relative to the mean body size.
    VisualScale {
        /// Width of arrows of forces; 1.
        forcewidth: f32 = 0.1;
        /// Width of contacts; 1.
        contactwidth: f32 = 0.3;
        /// Height of contacts; 1.
        contactheight: f32 = 0.1;
        /// Width of lines between bodies; 1.
        connect: f32 = 0.2;
        /// Size of centers of mass; 1.
        com: f32 = 0.4;
        /// Size of cameras; 1.
        camera: f32 = 0.3;
        /// Size of lights; 1.
        light: f32 = 0.3;
        /// Size of the selected point; 1.
        selectpoint: f32 = 0.2;
        /// Length of joints; 1.
        jointlength: f32 = 1.0;
        /// Width of joints; 1.
        jointwidth: f32 = 0.1;
        /// Length of actuators; 1.
        actuatorlength: f32 = 0.7;
        /// Width of actuators; 1.
        actuatorwidth: f32 = 0.2;
        /// Length of the axes of frames; 1.
        framelength: f32 = 1.0;
        /// Width of the axes of frames; 1.
        framewidth: f32 = 0.1;
        /// Width of constraints; 1.
        constraint: f32 = 0.1;
        /// Width of slider-cranks; 1.
        slidercrank: f32 = 0.2;
        /// Distance of the far end of the frustum of cameras; 1.
        frustum: f32 = 10.0;
    }
}

plain_fields! {
    /// Colors of decorations.
    VisualRgba {
        /// Fog; 1.
        fog: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
        /// Haze; 1.
        haze: [f32; 4] = [1.0, 1.0, 1.0, 1.0];
        /// Forces that the user applies; 1.
        force: [f32; 4] = [1.0, 0.5, 0.5, 1.0];
        /// Inertias; 1.
        inertia: [f32; 4] = [0.8, 0.2, 0.2, 0.6];
        /// Joints; 1.
        joint: [f32; 4] = [0.2, 0.6, 0.8, 1.0];
        /// Actuators at rest; 1.
        actuator: [f32; 4] = [0.2, 0.25, 0.2, 1.0];
        /// Actuators at their lower limit; 1.
        actuatornegative: [f32; 4] = [0.2, 0.6, 0.9, 1.0];
        /// Actuators at their upper limit; 1.
        actuatorpositive: [f32; 4] = [0.9, 0.4, 0.2, 1.0];
        /// Centers of mass; 1.
        com: [f32; 4] = [0.9, 0.9, 0.9, 1.0];
        /// Cameras; 1.
        camera: [f32; 4] = [0.6, 0.9, 0.6, 1.0];
        /// Lights; 1.
        light: [f32; 4] = [0.6, 0.6, 0.9, 1.0];
        /// The selected point; 1.
        selectpoint: [f32; 4] = [0.9, 0.9, 0.1, 1.0];
        /// Lines between bodies; 1.
        connect: [f32; 4] = [0.2, 0.2, 0.8, 1.0];
        /// Contacts; 1.
        contactpoint: [f32; 4] = [0.9, 0.6, 0.2, 1.0];
        /// Forces of contacts; 1.
        contactforce: [f32; 4] = [0.7, 0.9, 0.9, 1.0];
        /// Friction of contacts; 1.
        contactfriction: [f32; 4] = [0.9, 0.8, 0.4, 1.0];
        /// Torques of contacts; 1.
        contacttorque: [f32; 4] = [0.9, 0.7, 0.9, 1.0];
        /// Contacts in the gap, without force; 1.
        contactgap: [f32; 4] = [0.5, 0.8, 0.9, 1.0];
        /// Rays of rangefinders; 1.
        rangefinder: [f32; 4] = [1.0, 1.0, 0.1, 1.0];
        /// Constraints; 1.
        constraint: [f32; 4] = [0.9, 0.0, 0.0, 1.0];
        /// Slider-cranks; 1.
        slidercrank: [f32; 4] = [0.5, 0.3, 0.8, 1.0];
        /// Slider-cranks whose rod is too short; 1.
        crankbroken: [f32; 4] = [0.9, 0.0, 0.0, 1.0];
        /// Frustum of cameras; 1.
        frustum: [f32; 4] = [1.0, 1.0, 0.0, 0.2];
        /// Bounding boxes; 1.
        bv: [f32; 4] = [0.0, 1.0, 0.0, 0.5];
        /// Bounding boxes that were found to overlap; 1.
        bvactive: [f32; 4] = [1.0, 0.0, 0.0, 0.5];
    }
}
