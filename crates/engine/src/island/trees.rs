//! The trees that each constraint row connects.
//!
//! Reads `efc_type`, `efc_id`, `contact` and, where these do not tell, the sparsity of `efc_J`.
//! Writes a forest of trees into `tree_island` and a tree of each row into `efc_island`.

use crate::data::{Data, Sim};
use crate::enums::{ConstraintType, EqType, ObjType};
use crate::fields::Field;
use crate::fields::Link;
use crate::ids::{BodyId, DofId, EqualityId, TendonId, TreeId};
use crate::linalg::dense::has_nonzero;
use crate::model::Model;
use crate::model::facts::is_sparse;

/// Joins the trees of each row. `tree_island`, which must be -1 throughout, becomes a forest: a tree
/// names an earlier one of its island or itself; -1 if no row moves it.
pub(super) fn connect(m: &Model, d: &mut Data) {
    let sparse = is_sparse(m);
    let mut same_as = None;
    let mut tree = -1;
    for row in d.efc_island.ids() {
        // rows of one constraint move the same trees, except those of flexes
        let constraint = (d.efc_type[row].raw(), d.efc_id.get(row.0).copied().unwrap_or(-1));
        if same_as != Some(constraint) || is_flex(m, constraint) {
            tree = match known_trees(m, d, constraint) {
                Some(trees) => join(d.tree_island.raw_mut(), trees),
                None if sparse => join_sparse(m, d, row.0),
                None => match tendon_columns(m, constraint) {
                    Some(columns) => join_tendon(m, d, row.0, columns),
                    None => join_dense(m, d, row.0),
                },
            };
            same_as = Some(constraint);
        }
        d.efc_island[row] = Link::from_raw(tree);
    }
}

/// Whether a constraint ties the edges or vertices of a flex.
fn is_flex(m: &Model, (kind, id): (i32, i32)) -> bool {
    kind == ConstraintType::Equality as i32
        && matches!(equality_type(m, id), Some((_, EqType::Flex | EqType::FlexVert)))
}

/// Which equality, and of which type.
fn equality_type(m: &Model, id: i32) -> Option<(EqualityId, EqType)> {
    let id = EqualityId::new(id).filter(|id| id.0 < m.neq)?;
    Some((id, m.eq_type[id].get()?))
}

/// The trees of a constraint, -1 for none, if its kind tells them.
fn known_trees(m: &Model, d: &Data, (kind, id): (i32, i32)) -> Option<[i32; 2]> {
    let i = usize::try_from(id).ok()?;
    match ConstraintType::from_i32(kind)? {
        ConstraintType::FrictionDof => Some([*m.dof_treeid.raw().get(i)?, -1]),
        ConstraintType::LimitJoint => {
            let dof = m.jnt_dofadr.raw().get(i).and_then(|&k| DofId::new(k))?;
            Some([*m.dof_treeid.raw().get(dof.0)?, -1])
        }
        ConstraintType::ContactFrictionless
        | ConstraintType::ContactPyramidal
        | ConstraintType::ContactElliptic => {
            let [a, b] = d.contact.get(i)?.geom;
            Some([tree_with(m, &m.geom_bodyid, a)?, tree_with(m, &m.geom_bodyid, b)?])
        }
        ConstraintType::Equality => {
            let (e, EqType::Connect | EqType::Weld) = equality_type(m, id)? else {
                return None;
            };
            let objects = [m.eq_obj1id[e], m.eq_obj2id[e]];
            let of_object = |object| {
                if m.eq_objtype[e] == ObjType::Site {
                    tree_with(m, &m.site_bodyid, object)
                } else {
                    tree_of(m, object)
                }
            };
            Some([of_object(objects[0])?, of_object(objects[1])?])
        }
        ConstraintType::FrictionTendon | ConstraintType::LimitTendon => None,
    }
}

/// The tree of a body, -1 if it is static; `None` if there is no such body.
fn tree_of(m: &Model, body: i32) -> Option<i32> {
    usize::try_from(body).ok().and_then(|b| m.body_treeid.raw().get(b)).copied()
}

/// The tree of the body of an object.
fn tree_with<I>(m: &Model, bodies: &Field<I, Link<BodyId>>, object: i32) -> Option<i32> {
    tree_of(m, bodies.get(usize::try_from(object).ok()?)?.raw())
}

/// Joins the trees of the columns that a sparse row stores; returns one of them, -1 if none.
fn join_sparse(m: &Model, d: &mut Sim, row: usize) -> i32 {
    let entry = |of: &[i32]| of.get(row).map_or(0, |&n| n as usize);
    let start = entry(&d.efc_J_rowadr);
    let end = start.saturating_add(entry(&d.efc_J_rownnz));
    let Sim { efc_J_colind, tree_island, .. } = d;
    let columns = efc_J_colind.get(start..end).unwrap_or(&[]);
    join_columns(m, tree_island.raw_mut(), columns.iter().copied())
}

/// The columns that the rows of a tendon may have.
fn tendon_columns(m: &Model, (kind, id): (i32, i32)) -> Option<&[i32]> {
    use ConstraintType::{FrictionTendon, LimitTendon};
    let of_tendon = matches!(ConstraintType::from_i32(kind)?, FrictionTendon | LimitTendon);
    let t = TendonId::new(id).filter(|t| of_tendon && t.0 < m.ntendon)?;
    let start = usize::try_from(m.ten_J_rowadr[t]).ok()?;
    let len = usize::try_from(m.ten_J_rownnz[t]).ok()?;
    m.ten_J_colind.get(start..start.saturating_add(len))
}

/// [`join_dense`] for a row that is zero but in some columns.
fn join_tendon(m: &Model, d: &mut Sim, row: usize, columns: &[i32]) -> i32 {
    let start = row.saturating_mul(m.nv);
    let Sim { efc_J, tree_island, .. } = d;
    let values = efc_J.get(start..start.saturating_add(m.nv)).unwrap_or(&[]);
    let nonzero = |&k: &i32| values.get(k as usize).is_some_and(|&x| x != 0.0);
    join_columns(m, tree_island.raw_mut(), columns.iter().copied().filter(nonzero))
}

/// Joins the trees of some columns; returns one of them, -1 if none.
fn join_columns(m: &Model, forest: &mut [i32], columns: impl Iterator<Item = i32>) -> i32 {
    let mut tree = -1;
    for column in columns {
        let next = usize::try_from(column).ok().and_then(|k| m.dof_treeid.raw().get(k));
        if let Some(&next) = next.filter(|&&next| next != tree && next >= 0) {
            join(forest, [tree, next]);
            tree = next;
        }
    }
    tree
}

/// Joins the trees of the columns of a dense row that are not zero; returns one of them, -1 if none.
fn join_dense(m: &Model, d: &mut Sim, row: usize) -> i32 {
    let start = row.saturating_mul(m.nv);
    let values = d.efc_J.get(start..start.saturating_add(m.nv)).unwrap_or(&[]);
    let (mut tree, mut k) = (-1, 0);
    while let Some(next) = values.get(k..).and_then(first_nonzero) {
        k += next;
        let next = m.dof_treeid[DofId(k)].raw();
        join(d.tree_island.raw_mut(), [tree, next]);
        tree = next;
        k = end_of_tree(m, next).max(k + 1);
    }
    tree
}

/// The place of the first number that is not zero. Rows are mostly zeros: eight of them at a time.
fn first_nonzero(values: &[f64]) -> Option<usize> {
    let zeros = |eight: &&[f64; 8]| !has_nonzero(*eight);
    let start = 8 * values.as_chunks().0.iter().take_while(zeros).count();
    values[start..].iter().position(|&x| x != 0.0).map(|place| start + place)
}

/// The degree of freedom after the last of a tree.
fn end_of_tree(m: &Model, tree: i32) -> usize {
    let Some(tree) = TreeId::new(tree).filter(|t| t.0 < m.ntree) else {
        return 0;
    };
    let end = m.tree_dofadr[tree].raw().saturating_add(m.tree_dofnum[tree]);
    usize::try_from(end).unwrap_or(0)
}

/// Makes two trees one island; -1 stands for no tree. Returns one of them that is a tree, or -1.
fn join(forest: &mut [i32], [a, b]: [i32; 2]) -> i32 {
    match (root(forest, a), root(forest, b)) {
        (Some(a), Some(b)) => {
            forest[a.max(b)] = a.min(b) as i32;
            a as i32
        }
        (Some(only), None) | (None, Some(only)) => only as i32,
        (None, None) => -1,
    }
}

/// The first tree of the island of a tree so far; `None` if there is no such tree.
///
/// Halves the path on the way, so that repeated questions cost next to nothing.
fn root(forest: &mut [i32], tree: i32) -> Option<usize> {
    let mut i = usize::try_from(tree).ok().filter(|&i| i < forest.len())?;
    if forest[i] < 0 {
        forest[i] = tree;
    }
    while forest[i] != i as i32 {
        forest[i] = forest[forest[i] as usize];
        i = forest[i] as usize;
    }
    Some(i)
}
