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

use proc_macro::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};

/// A guarded function for Python.
#[proc_macro_attribute]
pub fn pyfunction(options: TokenStream, item: TokenStream) -> TokenStream {
    attribute("pyfunction", options).into_iter().chain(guarded(item)).collect()
}

/// Guarded methods for Python.
#[proc_macro_attribute]
pub fn pymethods(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(TokenTree::Group(body)) = tokens.last_mut() {
        *body = group(Delimiter::Brace, guarded(body.stream()), body.span());
    }
    attribute("pymethods", options).into_iter().chain(tokens).collect()
}

/// `#[::pyo3::name(options)]`
fn attribute(name: &str, options: TokenStream) -> TokenStream {
    let mut path = source(&format!("::pyo3::{name}"));
    if !options.is_empty() {
        path.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, options))]);
    }
    let mut out = source("#");
    out.extend([TokenTree::Group(Group::new(Delimiter::Bracket, path))]);
    out
}

/// The same items, with every function guarded.
fn guarded(items: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = items.into_iter();
    while let Some(token) = tokens.next() {
        let is_function = matches!(&token, TokenTree::Ident(word) if word.to_string() == "fn");
        out.extend([token]);
        if is_function {
            function(&mut tokens, &mut out);
        }
    }
    out
}

/// Copies what comes after `fn`, with the body guarded.
fn function(tokens: &mut impl Iterator<Item = TokenTree>, out: &mut TokenStream) {
    let Some(name) = tokens.next() else { return };
    let text = name.to_string();
    out.extend([name]);
    // generics and arguments
    for token in tokens.by_ref() {
        let end = is_group(&token, Delimiter::Parenthesis);
        out.extend([token]);
        if end {
            break;
        }
    }
    // `-> R`, then the body
    let mut result: Vec<TokenTree> = Vec::new();
    for token in tokens.by_ref() {
        match token {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                out.extend(signature_and_body(&text, &result, body));
                return;
            }
            other => result.push(other),
        }
    }
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

/// The result type and the body of a guarded function.
fn signature_and_body(name: &str, result: &[TokenTree], body: Group) -> TokenStream {
    let span = body.span();
    // without the arrow
    let result: TokenStream = match result.get(2..) {
        Some(result) => result.iter().cloned().collect(),
        None => source("()"),
    };
    let first = result.clone().into_iter().next();
    let fallible = matches!(first, Some(TokenTree::Ident(word)) if word.to_string() == "PyResult");

    let mut closure = source("move || ->");
    closure.extend(result.clone());
    closure.extend([TokenTree::Group(body)]);
    if !fallible {
        // move || Ok((closure)())
        let called = [
            TokenTree::Group(group(Delimiter::Parenthesis, closure, span)),
            TokenTree::Group(group(Delimiter::Parenthesis, TokenStream::new(), span)),
        ];
        closure = source("move || ::pyo3::PyResult::Ok");
        let called = group(Delimiter::Parenthesis, called.into_iter().collect(), span);
        closure.extend([TokenTree::Group(called)]);
    }

    let mut arguments = TokenStream::from(TokenTree::Literal(Literal::string(name)));
    arguments.extend(source(","));
    arguments.extend(closure);
    let mut call = source("crate::guard::native");
    call.extend([TokenTree::Group(group(Delimiter::Parenthesis, arguments, span))]);

    let mut out = source("->");
    if fallible {
        out.extend(result);
    } else {
        out.extend(source("::pyo3::PyResult<"));
        out.extend(result);
        out.extend(source(">"));
    }
    out.extend([TokenTree::Group(group(Delimiter::Brace, call, span))]);
    out
}

/// A group whose own tokens come from this macro.
fn group(delimiter: Delimiter, stream: TokenStream, span: Span) -> Group {
    let mut group = Group::new(delimiter, stream);
    group.set_span(span.resolved_at(Span::mixed_site()));
    group
}

/// Tokens of a text.
fn source(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}
