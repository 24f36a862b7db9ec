//! Records of the visualizer as Python keeps them: arrays of bytes, laid out as in C.
//!
//! Functions read whole records and return whole records; Python copies them back.

use bytemuck::{AnyBitPattern, NoUninit, Pod, Zeroable};
use ferrodyn_engine::constants::NGROUP;
use ferrodyn_engine::enums::{CameraType, GeomType, Label, LightType, ObjType, VisFlag, VisFrame};
use ferrodyn_engine::math::{Quat, Vec3};
use ferrodyn_scene::{Camera, GlCamera, Perturb, VGeom, VLight, VisOption};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The record of a struct of the visualizer.
pub(super) struct Record<T>(pub(super) T);

impl<'py, T: AnyBitPattern> FromPyObject<'_, 'py> for Record<T> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let record = obj.getattr(intern!(obj.py(), "_record"))?;
        read(&record).map(Self)
    }
}

/// The bytes of an array as a record.
pub(super) fn read<T: AnyBitPattern>(array: &Bound<'_, PyAny>) -> PyResult<T> {
    let bytes = array.call_method0(intern!(array.py(), "tobytes"))?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    let wrong = |_| PyTypeError::new_err("a record of the visualizer has another size");
    bytemuck::try_pod_read_unaligned(bytes).map_err(wrong)
}

/// The bytes of an array as records.
pub(super) fn read_all<T: AnyBitPattern>(array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let bytes = array.call_method0(intern!(array.py(), "tobytes"))?;
    Ok(records(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// Bytes as records.
pub(super) fn records<T: AnyBitPattern>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect()
}

/// Records as bytes.
pub(super) fn bytes<'py, T: NoUninit>(py: Python<'py>, records: &[T]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, bytemuck::cast_slice(records))
}

/// `mjvCamera`
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct CameraRecord {
    kind: i32,
    fixedcamid: i32,
    trackbodyid: i32,
    padding: i32,
    lookat: [f64; 3],
    distance: f64,
    azimuth: f64,
    elevation: f64,
    orthographic: i32,
    end: i32,
}

impl CameraRecord {
    pub(super) fn get(&self) -> Camera {
        Camera {
            kind: CameraType::from_i32(self.kind),
            fixedcamid: self.fixedcamid,
            trackbodyid: self.trackbodyid,
            lookat: Vec3(self.lookat),
            distance: self.distance,
            azimuth: self.azimuth,
            elevation: self.elevation,
            orthographic: self.orthographic,
        }
    }

    /// The record of a camera; its type is -1 if the camera has none.
    pub(super) fn of(cam: &Camera) -> Self {
        Self {
            kind: cam.kind.map_or(-1, |kind| kind as i32),
            fixedcamid: cam.fixedcamid,
            trackbodyid: cam.trackbodyid,
            padding: 0,
            lookat: cam.lookat.0,
            distance: cam.distance,
            azimuth: cam.azimuth,
            elevation: cam.elevation,
            orthographic: cam.orthographic,
            end: 0,
        }
    }

    /// As [`of`](Self::of), with the type as it was.
    pub(super) fn with(&self, cam: &Camera) -> Self {
        Self { kind: self.kind, ..Self::of(cam) }
    }
}

/// `mjvOption`
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct OptionRecord {
    label: i32,
    frame: i32,
    groups: [[u8; NGROUP]; 7],
    flags: [u8; VisFlag::COUNT],
    padding: [u8; 3],
    bvh_depth: i32,
    flex_layer: i32,
}

impl OptionRecord {
    pub(super) fn get(&self) -> VisOption {
        let [geomgroup, sitegroup, jointgroup, tendongroup, actuatorgroup, flexgroup, skingroup] =
            self.groups;
        VisOption {
            label: Label::from_i32(self.label).unwrap_or(Label::None),
            frame: VisFrame::from_i32(self.frame).unwrap_or(VisFrame::None),
            geomgroup,
            sitegroup,
            jointgroup,
            tendongroup,
            actuatorgroup,
            flexgroup,
            skingroup,
            flags: self.flags,
            bvh_depth: self.bvh_depth,
            flex_layer: self.flex_layer,
        }
    }

    pub(super) fn of(opt: &VisOption) -> Self {
        Self {
            label: opt.label as i32,
            frame: opt.frame as i32,
            groups: [
                opt.geomgroup,
                opt.sitegroup,
                opt.jointgroup,
                opt.tendongroup,
                opt.actuatorgroup,
                opt.flexgroup,
                opt.skingroup,
            ],
            flags: opt.flags,
            padding: [0; 3],
            bvh_depth: opt.bvh_depth,
            flex_layer: opt.flex_layer,
        }
    }
}

/// `mjvPerturb`
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct PerturbRecord {
    select: i32,
    flexselect: i32,
    skinselect: i32,
    active: i32,
    active2: i32,
    padding: i32,
    refpos: [f64; 3],
    refquat: [f64; 4],
    refselpos: [f64; 3],
    localpos: [f64; 3],
    localmass: f64,
    scale: f64,
}

impl PerturbRecord {
    pub(super) fn get(&self) -> Perturb {
        Perturb {
            select: self.select,
            flexselect: self.flexselect,
            skinselect: self.skinselect,
            active: self.active,
            active2: self.active2,
            refpos: Vec3(self.refpos),
            refquat: Quat(self.refquat),
            refselpos: Vec3(self.refselpos),
            localpos: Vec3(self.localpos),
            localmass: self.localmass,
            scale: self.scale,
        }
    }

    pub(super) fn of(pert: &Perturb) -> Self {
        Self {
            select: pert.select,
            flexselect: pert.flexselect,
            skinselect: pert.skinselect,
            active: pert.active,
            active2: pert.active2,
            padding: 0,
            refpos: pert.refpos.0,
            refquat: pert.refquat.0,
            refselpos: pert.refselpos.0,
            localpos: pert.localpos.0,
            localmass: pert.localmass,
            scale: pert.scale,
        }
    }
}

/// `mjvGLCamera`
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct EyeRecord {
    pos: [f32; 3],
    forward: [f32; 3],
    up: [f32; 3],
    /// Center, width, bottom, top, near, far.
    frustum: [f32; 6],
    orthographic: i32,
}

impl EyeRecord {
    pub(super) fn get(&self) -> GlCamera {
        let [center, width, bottom, top, near, far] = self.frustum;
        GlCamera {
            pos: self.pos,
            forward: self.forward,
            up: self.up,
            frustum_center: center,
            frustum_width: width,
            frustum_bottom: bottom,
            frustum_top: top,
            frustum_near: near,
            frustum_far: far,
            orthographic: self.orthographic,
        }
    }

    pub(super) fn of(eye: &GlCamera) -> Self {
        Self {
            pos: eye.pos,
            forward: eye.forward,
            up: eye.up,
            frustum: [
                eye.frustum_center,
                eye.frustum_width,
                eye.frustum_bottom,
                eye.frustum_top,
                eye.frustum_near,
                eye.frustum_far,
            ],
            orthographic: eye.orthographic,
        }
    }
}

/// `mjvGeom`
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct GeomRecord {
    kind: i32,
    dataid: i32,
    objtype: i32,
    objid: i32,
    category: i32,
    matid: i32,
    texcoord: i32,
    segid: i32,
    size: [f32; 3],
    pos: [f32; 3],
    mat: [f32; 9],
    rgba: [f32; 4],
    emission: f32,
    specular: f32,
    shininess: f32,
    reflectance: f32,
    label: [u8; 100],
    camdist: f32,
    modelrbound: f32,
    transparent: u8,
    padding: [u8; 3],
}

impl GeomRecord {
    /// The shape; labels are not read.
    pub(super) fn get(&self) -> VGeom {
        VGeom {
            kind: GeomType::from_i32(self.kind).unwrap_or(GeomType::None),
            dataid: self.dataid,
            objtype: ObjType::from_i32(self.objtype).unwrap_or(ObjType::Unknown),
            objid: self.objid,
            category: self.category,
            matid: self.matid,
            texcoord: self.texcoord != 0,
            segid: self.segid,
            size: self.size,
            pos: self.pos,
            mat: self.mat,
            rgba: self.rgba,
            emission: self.emission,
            specular: self.specular,
            shininess: self.shininess,
            reflectance: self.reflectance,
            label: String::new(),
            camdist: self.camdist,
            modelrbound: self.modelrbound,
            transparent: self.transparent != 0,
        }
    }

    /// The shape with its label.
    pub(super) fn get_labeled(&self) -> VGeom {
        let text = self.label.split(|&byte| byte == 0).next().unwrap_or(&[]);
        VGeom { label: String::from_utf8_lossy(text).into_owned(), ..self.get() }
    }

    pub(super) fn of(geom: &VGeom) -> Self {
        let mut label = [0; 100];
        label.iter_mut().zip(geom.label.as_bytes()).for_each(|(to, from)| *to = *from);
        Self {
            kind: geom.kind as i32,
            dataid: geom.dataid,
            objtype: geom.objtype as i32,
            objid: geom.objid,
            category: geom.category,
            matid: geom.matid,
            texcoord: i32::from(geom.texcoord),
            segid: geom.segid,
            size: geom.size,
            pos: geom.pos,
            mat: geom.mat,
            rgba: geom.rgba,
            emission: geom.emission,
            specular: geom.specular,
            shininess: geom.shininess,
            reflectance: geom.reflectance,
            label,
            camdist: geom.camdist,
            modelrbound: geom.modelrbound,
            transparent: u8::from(geom.transparent),
            padding: [0; 3],
        }
    }

    /// A shape made new, with a type that may be none that is known, of the object it was for.
    pub(super) fn renewed(&self, geom: &VGeom, kind: i32) -> Self {
        Self { kind, objtype: self.objtype, ..Self::of(geom) }
    }

    /// As [`renewed`](Self::renewed), with everything that two ends do not decide as it was.
    pub(super) fn connected(&self, geom: &VGeom) -> Self {
        let VGeom { size, pos, mat, .. } = *geom;
        Self { kind: geom.kind as i32, size, pos, mat, ..*self }
    }
}

/// `mjvLight`
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct LightRecord {
    id: i32,
    pos: [f32; 3],
    dir: [f32; 3],
    kind: i32,
    texid: i32,
    attenuation: [f32; 3],
    cutoff: f32,
    exponent: f32,
    ambient: [f32; 3],
    diffuse: [f32; 3],
    specular: [f32; 3],
    headlight: u8,
    castshadow: u8,
    padding: [u8; 2],
    bulbradius: f32,
    intensity: f32,
    range: f32,
}

impl LightRecord {
    pub(super) fn get(&self) -> VLight {
        VLight {
            id: self.id,
            pos: self.pos,
            dir: self.dir,
            kind: LightType::from_i32(self.kind).unwrap_or(LightType::Image),
            texid: self.texid,
            attenuation: self.attenuation,
            cutoff: self.cutoff,
            exponent: self.exponent,
            ambient: self.ambient,
            diffuse: self.diffuse,
            specular: self.specular,
            headlight: self.headlight != 0,
            castshadow: self.castshadow != 0,
            bulbradius: self.bulbradius,
            intensity: self.intensity,
            range: self.range,
        }
    }

    pub(super) fn of(light: &VLight) -> Self {
        Self {
            id: light.id,
            pos: light.pos,
            dir: light.dir,
            kind: light.kind as i32,
            texid: light.texid,
            attenuation: light.attenuation,
            cutoff: light.cutoff,
            exponent: light.exponent,
            ambient: light.ambient,
            diffuse: light.diffuse,
            specular: light.specular,
            headlight: u8::from(light.headlight),
            castshadow: u8::from(light.castshadow),
            padding: [0; 2],
            bulbradius: light.bulbradius,
            intensity: light.intensity,
            range: light.range,
        }
    }
}
