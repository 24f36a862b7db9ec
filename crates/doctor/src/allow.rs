//! What is meant: findings that a model, or its user, allows.
//!
//! ```xml
//! <custom><text name="doctor" data="allow start_inside base shoulder; allow solref"/></custom>
//! ```

use std::fmt;

use ferrodyn_engine::Model;
use ferrodyn_engine::ids::TextId;
use ferrodyn_mjcf::suggest::did_you_mean;

use crate::finding::{Check, Finding, Severity};
use crate::report::Report;
use crate::text::quoted;

/// A kind of finding that is meant, of all objects or of those that are named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The kind.
    pub check: Check,
    /// The finding must name all of these.
    pub elements: Vec<String>,
}

/// A word that is no check.
#[derive(Clone, PartialEq, Eq)]
pub struct UnknownCheck(pub String);

impl fmt::Display for UnknownCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(word) = self;
        if word.is_empty() {
            return f.write_str("name what to allow, as in \"start_inside base shoulder\"");
        }
        write!(f, "{} is no check", quoted(word))?;
        match did_you_mean(word, Check::ALL.iter().map(|check| check.word())) {
            Some(near) => write!(f, ", did you mean {}?", quoted(near)),
            None => Ok(()),
        }
    }
}

ferrodyn_engine::debug_as_message!(UnknownCheck);

impl std::error::Error for UnknownCheck {}

impl std::str::FromStr for Allowance {
    type Err = UnknownCheck;

    /// A check, then names of objects, in quotation marks if there are blanks in them, as in
    /// `start_inside base "left hand"`.
    fn from_str(text: &str) -> Result<Self, UnknownCheck> {
        let mut words = words(text).into_iter();
        let word = words.next().unwrap_or_default();
        let check = Check::from_word(&word).ok_or(UnknownCheck(word))?;
        Ok(Self { check, elements: words.collect() })
    }
}

/// Words between blanks; what is in quotation marks is one.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut inside) = (Vec::new(), None::<String>, false);
    for c in text.chars() {
        if c == '"' {
            inside = !inside;
            word.get_or_insert_default();
        } else if c.is_whitespace() && !inside {
            words.extend(word.take());
        } else {
            word.get_or_insert_default().push(c);
        }
    }
    words.extend(word);
    words
}

impl Allowance {
    fn covers(&self, finding: &Finding) -> bool {
        let named = |name: &String| finding.elements.contains(name);
        self.check == finding.check && self.elements.iter().all(named)
    }
}

/// The custom text of a model.
fn text_of(m: &Model, text: TextId) -> String {
    let adr = usize::try_from(m.text_adr[text]).unwrap_or(0);
    let size = usize::try_from(m.text_size[text]).unwrap_or(0);
    let chars = m.text_data.iter().skip(adr).take(size);
    let bytes: Vec<u8> = chars.map(|c| c.0).take_while(|&b| b != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What the model says is meant, and what it says of this that makes no sense.
fn of_model(m: &Model) -> (Vec<Allowance>, Vec<String>) {
    let texts = m.ids::<TextId>().filter(|&text| m.name(text) == Some("doctor"));
    let (mut allowed, mut wrong) = (Vec::new(), Vec::new());
    for text in texts.map(|text| text_of(m, text)) {
        for line in text.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()) {
            match line.strip_prefix("allow ").map(str::parse::<Allowance>) {
                Some(Ok(allowance)) => allowed.push(allowance),
                Some(Err(error)) => wrong.push(error.to_string()),
                None => wrong.push(format!("{} does not begin with \"allow \"", quoted(line))),
            }
        }
    }
    (allowed, wrong)
}

/// Takes out of a report what the model and the user allow.
pub(crate) fn apply(m: &Model, allowed: &[Allowance], report: &mut Report) {
    let (own, wrong) = of_model(m);
    let all: Vec<&Allowance> = own.iter().chain(allowed).collect();
    let before = report.findings.len();
    report.findings.retain(|finding| !all.iter().any(|allowance| allowance.covers(finding)));
    report.allowed = before - report.findings.len();
    let wrong = wrong.into_iter().map(|why| {
        let message = format!("the custom text \"doctor\" is not understood: {why}");
        Finding::new(Check::Allow, Severity::Warning, message)
            .of(["doctor".to_owned()])
            .help("data=\"allow start_inside base shoulder; allow solref\"")
    });
    report.findings.extend(wrong);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowances_are_a_check_and_names() {
        let allowance: Allowance = "start_inside base \"left hand\"".parse().unwrap();
        let elements = ["base".to_owned(), "left hand".to_owned()].to_vec();
        assert_eq!(allowance, Allowance { check: Check::StartInside, elements });
        let wrong = "start_insid".parse::<Allowance>().unwrap_err().to_string();
        assert_eq!(wrong, "\"start_insid\" is no check, did you mean \"start_inside\"?");
        assert!("".parse::<Allowance>().is_err() && "\"\"".parse::<Allowance>().is_err());
    }
}
