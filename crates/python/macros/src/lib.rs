//! `pyfunction` and `pymethods` of the Python module: `PyO3`'s own, with every body guarded.
//!
//! The body of each function runs in `crate::guard::native`, which turns a panic into a Python
//! exception and looks whether there is stack left. A function that does not return `PyResult<T>`
//! but `T` is made one that does:
//!
//! ```text
//! #[pyfunction]
//! fn mju_norm3(vec: Array<3>) -> f64 { ... }
//! // becomes
//! #[::pyo3::pyfunction]
//! fn mju_norm3(vec: Array<3>) -> ::pyo3::PyResult<f64> {
//!     crate::guard::native("mju_norm3", move || Ok((move || -> f64 { ... })()))
//! }
//! ```

use proc_macro::TokenStream;
use proc_macro2::{Span, TokenStream as Tokens};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Block, ImplItem, ItemFn, ItemImpl, ReturnType, Signature, Type, parse_macro_input, parse_quote,
};

/// A guarded function for Python.
#[proc_macro_attribute]
pub fn pyfunction(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut function = parse_macro_input!(item as ItemFn);
    guard(&mut function.sig, &mut function.block);
    attributed(&quote!(pyfunction), &options.into(), &function)
}

/// Guarded methods for Python.
#[proc_macro_attribute]
pub fn pymethods(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut methods = parse_macro_input!(item as ItemImpl);
    for item in &mut methods.items {
        if let ImplItem::Fn(method) = item {
            guard(&mut method.sig, &mut method.block);
        }
    }
    attributed(&quote!(pymethods), &options.into(), &methods)
}

/// An item with an attribute of `PyO3`.
fn attributed(name: &Tokens, options: &Tokens, item: &impl ToTokens) -> TokenStream {
    let options = (!options.is_empty()).then(|| quote!((#options)));
    quote!(#[::pyo3::#name #options] #item).into()
}

/// Runs the body of a function within `guard::native`, whose errors the function then returns.
fn guard(signature: &mut Signature, body: &mut Block) {
    let name = signature.ident.to_string();
    let result = match &signature.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, result) => (**result).clone(),
    };
    // the tokens are those of a macro: lints of the module look at the body alone
    let span = Span::mixed_site();
    let work = quote_spanned!(span=> move || -> #result #body);
    let (result, work) = if is_fallible(&result) {
        (quote!(#result), work)
    } else {
        let work = quote_spanned!(span=> move || ::pyo3::PyResult::Ok((#work)()));
        (quote!(::pyo3::PyResult<#result>), work)
    };
    signature.output = parse_quote!(-> #result);
    let guarded = quote_spanned!(span=> { crate::guard::native(#name, #work) });
    *body = parse_quote!(#guarded);
}

fn is_fallible(result: &Type) -> bool {
    let Type::Path(path) = result else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "PyResult")
}
