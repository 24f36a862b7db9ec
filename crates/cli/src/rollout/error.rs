//! Why a run cannot begin or go on, with the arguments that would help.

use std::io;

use ferrodyn_rollouts::RolloutError;

/// The error as the command says it.
pub(crate) fn with_advice(error: RolloutError) -> io::Error {
    let text = match advice(&error) {
        Some(advice) => format!("{error}: {advice}"),
        None => error.to_string(),
    };
    let kind = match error {
        RolloutError::Io { source, .. } => source.kind(),
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, text)
}

fn advice(error: &RolloutError) -> Option<String> {
    Some(match error {
        RolloutError::TooLarge { most, shards, records, .. } => match (most, shards, records) {
            (0, ..) => "keep fewer records, with a larger --every".to_owned(),
            (_, Some(n), Some(_)) => {
                format!("give --shards {n}, or keep fewer records, with a larger --every")
            }
            (_, Some(n), None) => format!("give --shards {n}"),
            (most, None, _) => format!("give at most {most} environments"),
        },
        RolloutError::TooManyShards { environments, .. } => {
            format!("give at most {environments} shards")
        }
        RolloutError::OtherRun { .. } => "give another --out, or delete the file".to_owned(),
        RolloutError::OtherCut { .. } => {
            "give another --out, or delete the files of that run".to_owned()
        }
        RolloutError::NoFile { .. } => "give another --out, or move it away".to_owned(),
        RolloutError::Memory { .. } => "cut the run into more --shards, or keep fewer records, \
                                        with a larger --every"
            .to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ferrodyn_rollouts::{Files, Rollout, Settings};

    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_what_would() {
        let xml = "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>";
        let m = Arc::new(ferrodyn::load_str(xml).unwrap());
        for (environments, steps, keeps, help) in [
            (u64::MAX, 1, false, "give at most "),
            (u64::MAX, u64::MAX, true, "give at most "),
            (1, u64::MAX, true, "--every"),
            (4096, 100_000, true, "give --shards "),
        ] {
            let settings = Settings { environments, steps, every: 1, ..Settings::default() };
            let shards = keeps.then(std::env::temp_dir);
            let run = Rollout::new(m.clone(), settings, 1, Files { shards, ..Files::default() });
            let message = with_advice(run.unwrap_err()).to_string();
            assert!(message.contains(help), "{message}");
        }
    }
}
