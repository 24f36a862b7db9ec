//! Gmsh files in all their forms.
