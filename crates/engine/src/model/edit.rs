//! Edits of the structure of a finished model. One that fails the checks leaves the model as it was.

use super::{Model, Structure, StructureError, check, derive};

impl Model {
    /// Changes the structure: which bodies an equality connects, what an actuator acts on, the kind
    /// of a joint. Sizes and lengths of arrays stay. What follows from the rest of the structure
    /// (addresses, sparsity) is brought up to date unless `change` sets it too.
    ///
    /// Constants that depend on it are left alone: see [`set_const`](crate::set_const::set_const).
    ///
    /// # Errors
    /// If the result leads out of an array, or needs arrays of other sizes; the model is then as
    /// before.
    ///
    /// ```
    /// use ferrodyn::ids::BodyId;
    ///
    /// let mut m = ferrodyn::load_str(
    ///     "<mujoco><worldbody><body/><camera mode='targetbody' target='world'/></worldbody></mujoco>",
    /// )?;
    /// m.edit(|s| s.cam_targetbodyid.fill(BodyId(1).into()))?;
    /// let error = m.edit(|s| s.cam_targetbodyid.fill(BodyId(7).into())).unwrap_err();
    /// assert_eq!(error.to_string(), "cam_targetbodyid[0] is 7, must be from -1 to 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit<R>(
        &mut self,
        change: impl FnOnce(&mut Structure) -> R,
    ) -> Result<R, StructureError> {
        let before = self.structure.clone();
        let result = change(&mut self.structure);
        match self.derive_and_check(&before) {
            Ok(()) => {
                self.renew();
                Ok(result)
            }
            Err(error) => {
                self.structure = before;
                Err(error)
            }
        }
    }

    /// Replaces whole arrays of the structure by bytes of the same length: places in
    /// [`FIELDS`](Self::FIELDS), and the numbers as this machine has them in memory. Otherwise as
    /// [`edit`](Self::edit); fields that are not structure are left alone.
    ///
    /// # Errors
    /// As [`edit`](Self::edit).
    pub fn replace_structure(&mut self, arrays: &[(usize, &[u8])]) -> Result<(), StructureError> {
        let before = self.structure.clone();
        let result = self.copy_in(arrays).and_then(|()| self.derive_and_check(&before));
        match result {
            Ok(()) => self.renew(),
            Err(_) => self.structure = before,
        }
        result
    }

    /// Plans anew after a change.
    fn renew(&mut self) {
        self.changed();
        self.plan();
    }

    fn copy_in(&mut self, arrays: &[(usize, &[u8])]) -> Result<(), StructureError> {
        for &(index, bytes) in arrays {
            let Some(row) = Self::ROWS.get(index).filter(|row| row.info.structure) else {
                continue;
            };
            let field = (row.get_mut)(self);
            if field.bytes.len() != bytes.len() {
                return Err(StructureError::Length { field: row.info.name });
            }
            field.bytes.copy_from_slice(bytes);
        }
        Ok(())
    }

    /// Brings derived structure up to date and checks everything.
    fn derive_and_check(&mut self, before: &Structure) -> Result<(), StructureError> {
        self.structure.sizes.clone_from(&before.sizes);
        check::lengths(self)?;
        check::given(&self.structure)?;
        let mut right = self.structure.clone();
        derive::fill(&mut right)?;
        derive::update(&mut self.structure, before, &right);
        derive::compare(&self.structure, &right)
    }
}
