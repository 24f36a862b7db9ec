//! Sensors and plugin instances.

macro_rules! sensor_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// What is measured, a `SensorType`.
                sensor_type: Field<SensorId, Kind<SensorType>>;
                /// What kind of numbers the sensor gives, a `DataType`.
                sensor_datatype: Field<SensorId, Kind<DataType>>;
                /// What must have been computed before the sensor, a `SensorStage`.
                sensor_needstage: Field<SensorId, Kind<SensorStage>>;
                /// What the sensor is attached to, an `ObjType`.
                sensor_objtype: Field<SensorId, Kind<ObjType>>;
                /// The object that the sensor is attached to, -1 if there is none.
                sensor_objid: Field<SensorId, i32>;
                /// What the frame of reference belongs to, an `ObjType`.
                sensor_reftype: Field<SensorId, Kind<ObjType>>;
                /// The object whose frame is the reference, -1 for the world.
                sensor_refid: Field<SensorId, i32>;
                /// Integer parameters, by `sensor_type`.
                sensor_intprm: Field<SensorId, [i32; NSENS]>;
                /// How many numbers the sensor gives.
                sensor_dim: Field<SensorId, i32>;
                /// Where the sensor's numbers start in `sensordata`.
                sensor_adr: Field<SensorId, Link<SensorAdr>>;
            }
            parameters {
                /// Largest magnitude of what is measured, 0 for no limit; any.
                sensor_cutoff: Field<SensorId, f64>;
                /// Standard deviation of the noise, a note to the user that is not added; any.
                sensor_noise: Field<SensorId, f64>;
            }
            structure {
                /// Samples of the sensor that are kept, and how they are interpolated.
                sensor_history: Field<SensorId, [i32; 2]>;
                /// Where the sensor's samples start in `history`, -1 if it keeps none.
                sensor_historyadr: Field<SensorId, i32>;
            }
            parameters {
                /// Time from a measurement to its reading; s.
                sensor_delay: Field<SensorId, f64>;
                /// Time between two measurements, and of the first one; s.
                sensor_interval: Field<SensorId, [f64; 2]>;
                /// Numbers of the user's own; any.
                sensor_user: Rows<SensorId, f64>, nuser_sensor;
            }
            structure {
                /// The plugin instance of the sensor, -1 if it has none.
                sensor_plugin: Field<SensorId, Link<PluginId>>;
                /// The plugin that the instance is of, its place among those registered.
                plugin: Field<PluginId, i32>;
                /// Where the instance's state starts in `plugin_state`.
                plugin_stateadr: Field<PluginId, i32>;
                /// How many numbers of state the instance has.
                plugin_statenum: Field<PluginId, i32>;
            }
            parameters {
                /// Attributes of all instances as texts that end with a zero.
                plugin_attr: Field<PluginAttrAdr, i8>;
            }
            structure {
                /// Where the instance's attributes start in `plugin_attr`.
                plugin_attradr: Field<PluginId, i32>;
            }
            parameters {}
        }
    };
}

pub(super) use sensor_fields;
