//! The device that draws.

use std::sync::{Arc, Mutex, PoisonError};

use wgpu::{Adapter, Backends, DeviceType, Features};

use crate::RenderError;

/// The variable that chooses a device: `software`, or a part of its name.
const CHOICE: &str = "FERRODYN_GPU";

/// A device that draws: a graphics card if there is one, else the processor.
///
/// Clones share the device.
#[derive(Clone, Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
    /// What the driver complained about since the last picture.
    complaint: Arc<Mutex<Option<String>>>,
}

impl Gpu {
    /// The best device of this machine, or the one that `FERRODYN_GPU` names (`software` or a part
    /// of its name).
    ///
    /// # Errors
    /// If there is none, or its driver refuses.
    pub fn new() -> Result<Self, RenderError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: Backends::VULKAN | Backends::METAL | Backends::DX12,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let adapters = pollster::block_on(instance.enumerate_adapters(Backends::all()));
        let wish = std::env::var(CHOICE).ok().filter(|wish| !wish.is_empty());
        let best =
            adapters.iter().filter(|a| is_wished(a, wish.as_deref())).min_by_key(|a| rank(a));
        Self::of(best.ok_or(RenderError::NoAdapter(wish))?)
    }

    /// The device of an adapter, as windows choose it.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn of(adapter: &Adapter) -> Result<Self, RenderError> {
        let device = adapter.request_device(&Self::needs(adapter));
        let (device, queue) =
            pollster::block_on(device).map_err(|error| RenderError::Driver(error.to_string()))?;
        Ok(Self::from_parts(device, queue, adapter.get_info()))
    }

    /// What the renderer asks of a device.
    #[must_use]
    pub fn needs(adapter: &Adapter) -> wgpu::DeviceDescriptor<'static> {
        let wanted = Features::DEPTH32FLOAT_STENCIL8 | Features::POLYGON_MODE_LINE;
        wgpu::DeviceDescriptor {
            required_features: adapter.features() & wanted,
            required_limits: adapter.limits(),
            ..Default::default()
        }
    }

    /// A device that somebody else made.
    #[must_use]
    pub fn from_parts(device: wgpu::Device, queue: wgpu::Queue, info: wgpu::AdapterInfo) -> Self {
        let complaint = Arc::new(Mutex::new(None));
        let heard = Arc::clone(&complaint);
        // the default is to panic
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let mut words = heard.lock().unwrap_or_else(PoisonError::into_inner);
            words.get_or_insert_with(|| error.to_string());
        }));
        Self { device, queue, info, complaint }
    }

    /// Name of the device and of what drives it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} ({})", self.info.name, self.info.backend)
    }

    /// Whether the processor draws.
    #[must_use]
    pub fn is_software(&self) -> bool {
        self.info.device_type == DeviceType::Cpu
    }

    /// The largest side of a picture; px.
    #[must_use]
    pub fn largest_side(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// What the driver complained about since the last call.
    ///
    /// # Errors
    /// If it did.
    pub(crate) fn check(&self) -> Result<(), RenderError> {
        let words = self.complaint.lock().unwrap_or_else(PoisonError::into_inner).take();
        words.map_or(Ok(()), |words| Err(RenderError::Driver(words)))
    }
}

fn is_wished(adapter: &Adapter, wish: Option<&str>) -> bool {
    let info = adapter.get_info();
    match wish {
        None => true,
        Some("software") => info.device_type == DeviceType::Cpu,
        Some(name) => info.name.to_lowercase().contains(&name.to_lowercase()),
    }
}

/// Order of preference, the best first.
fn rank(adapter: &Adapter) -> u8 {
    match adapter.get_info().device_type {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu => 4,
    }
}
