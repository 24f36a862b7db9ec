//! Attributes of meshes, height fields, skins, textures and materials.

use ferrodyn_mjcf::spec::{Bone, HField, Material, Mesh, Skin, Texture};

use super::field::{element_fields, fields};
use super::value::{Bytes, Chars, Lists};

fields! {
    Mesh {
        // the compiler sees by itself which meshes need a distance field
        "needsdf": bool = |_| false, |_, _| {};
    }

    HField {}

    Skin {
        "bodyname": Vec<String> =
            |s| bones(s, |b| b.body.clone()), |s, v| set_bones(s, v, |b, v| b.body = v);
        "bindpos": Vec<f32> =
            |s| bones(s, |b| b.bindpos).concat(),
            |s, v| set_bones(s, chunks(&v), |b, v| b.bindpos = v);
        "bindquat": Vec<f32> =
            |s| bones(s, |b| b.bindquat).concat(),
            |s, v| set_bones(s, chunks(&v), |b, v| b.bindquat = v);
        "vertid": Lists<i32> =
            |s| Lists(bones(s, |b| b.vertid.clone())),
            |s, v| set_bones(s, v.0, |b, v| b.vertid = v);
        "vertweight": Lists<f32> =
            |s| Lists(bones(s, |b| b.vertweight.clone())),
            |s, v| set_bones(s, v.0, |b, v| b.vertweight = v);
    }

    Texture {
        "gridlayout": Chars<12> = |t| Chars(t.gridlayout.clone()), |t, v| {
            t.gridlayout = v.over(&t.gridlayout);
        };
        "data": Bytes = |t| Bytes(t.data.clone()), |t, v| t.data = v.0;
    }

    Material {}
}

/// One value of every bone.
fn bones<V>(skin: &Skin, of: impl Fn(&Bone) -> V) -> Vec<V> {
    skin.bones.iter().map(of).collect()
}

/// Gives every bone a value; bones are added where there are more values, and bones that end up
/// without anything are dropped from the end.
fn set_bones<V: Default>(skin: &mut Skin, values: Vec<V>, set: impl Fn(&mut Bone, V)) {
    let count = skin.bones.len().max(values.len());
    skin.bones.resize_with(count, Bone::default);
    let given = values.len();
    let values = values.into_iter().chain(std::iter::repeat_with(V::default));
    skin.bones.iter_mut().zip(values).for_each(|(bone, value)| set(bone, value));
    let blank = |bone: &Bone| {
        bone.body.is_empty()
            && bone.vertid.is_empty()
            && bone.vertweight.is_empty()
            && bone.bindpos == [0.0; 3]
            && bone.bindquat == [0.0; 4]
    };
    while skin.bones.len() > given && skin.bones.last().is_some_and(blank) {
        skin.bones.pop();
    }
}

/// Groups of `N` numbers; the last is filled with zeros.
fn chunks<const N: usize>(numbers: &[f32]) -> Vec<[f32; N]> {
    let group = |part: &[f32]| std::array::from_fn(|i| part.get(i).copied().unwrap_or(0.0));
    numbers.chunks(N).map(group).collect()
}
