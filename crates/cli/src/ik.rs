//! `ferrodyn ik`: joint coordinates that bring a frame of a model to a pose.

use std::io::{self, Write};
use std::path::PathBuf;

use ferrodyn::enums::ObjType;
use ferrodyn::ids::BodyId;
use ferrodyn::ik::{Aim, Chain, Frame, IkError, Report, Settings, Side, Solver, Status};
use ferrodyn::math::{Pose, Quat, Vec3};
use ferrodyn::{LoadError, Loader, Model, Problem, ProblemKind};
use serde_json::json;

use crate::{PROBLEMS, limits, report};

/// Find joint coordinates that bring a frame to a pose
///
/// The frame is a body or a site. A link of a URDF file that the compiler fuses with its parent, such
/// as tool0, can be named too.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 if the target is reached, 1 if it is not, 2 if an argument makes no sense.

Examples:
  ferrodyn ik arm.xml --frame tip --target \"0.3 0.1 0.5\"                  any orientation
  ferrodyn ik ur5e.urdf --frame tool0 --target \"0.3 0.1 0.5 0 1 0 0\"      position, then w x y z")]
pub(crate) struct Args {
    /// Model to read
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Body or site to bring to the target
    #[arg(long)]
    frame: String,
    /// Where to: x y z, or x y z qw qx qy qz, in the frame of the base
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    target: String,
    /// Body that stays where it is; the world if not given
    #[arg(long, default_value = "")]
    base: String,
    /// Coordinates to start from, those of the chain in order; the middle of ranges if not given
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    start: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Save a picture of the pose, a .png
    #[cfg(feature = "render")]
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    limits: limits::Args,
}

/// Why there is no answer.
enum Refusal {
    Load(LoadError),
    Argument(String),
}

impl From<LoadError> for Refusal {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

impl From<IkError> for Refusal {
    fn from(error: IkError) -> Self {
        Self::Argument(error.to_string())
    }
}

/// The result of a search.
struct Answer {
    model: Model,
    chain: Chain,
    q: Vec<f64>,
    report: Report,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let loader = args.limits.loader(&args.input)?;
    match solve(args, &loader) {
        Ok(answer) => {
            let mut out = anstream::stdout().lock();
            if args.json {
                answer.write_json(&mut out)?;
            } else {
                answer.write(&mut out)?;
            }
            #[cfg(feature = "render")]
            if let Some(file) = &args.picture {
                let qpos = answer.qpos();
                crate::render::still(answer.model, &qpos, file)?;
            }
            Ok(if answer.report.status == Status::Converged { 0 } else { PROBLEMS })
        }
        Err(Refusal::Load(error)) => {
            let name = report::printable(&args.input.to_string_lossy());
            report::error(&mut anstream::stderr().lock(), &name, &error)?;
            Ok(report::status(&error))
        }
        Err(Refusal::Argument(text)) => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, report::printable(&text)))
        }
    }
}

fn solve(args: &Args, loader: &Loader) -> Result<Answer, Refusal> {
    let (target, aim) = target(&args.target)?;
    let mut spec = loader.read_path(&args.input)?;
    let model = loader.compile(&spec)?;
    let end = match Frame::named(&model, &args.frame) {
        Ok(frame) => frame,
        Err(error) if !spec.compiler.fusestatic => return Err(unknown(&model, error)),
        Err(_) => {
            spec.compiler.fusestatic = false;
            let whole = loader.compile(&spec)?;
            Frame::fused(&model, &whole, &args.frame).map_err(|error| unknown(&whole, error))?
        }
    };
    let base = match &args.base[..] {
        "" => BodyId(0),
        name => Frame::named(&model, name).map_err(|error| unknown(&model, error))?.body,
    };
    let chain = Chain::new(&model, base, end)?;
    let mut q = match &args.start {
        Some(text) => numbers("--start", text)?,
        None => chain.middle(),
    };
    let mut solver = Solver::new(&chain, Settings { aim, ..Settings::default() })?;
    let report = solver.solve(&target, &mut q)?;
    Ok(Answer { model, chain, q, report })
}

/// Why there is no such frame, with the name that was meant if one is near.
fn unknown(model: &Model, error: IkError) -> Refusal {
    match error {
        IkError::UnknownName { kind, name } => {
            let bodies = model.bodies().filter_map(|body| model.name(body));
            let sites = model.sites().filter_map(|site| model.name(site));
            let message = format!("the model has no {kind} named \"{name}\"");
            let problem = Problem::new(ProblemKind::Compile, message);
            Refusal::Argument(problem.suggest(&name, bodies.chain(sites)).to_string())
        }
        other => other.into(),
    }
}

fn numbers(option: &str, text: &str) -> Result<Vec<f64>, Refusal> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words
        .map(|word| {
            let refuse = |_| Refusal::Argument(format!("{option}: \"{word}\" is not a number"));
            word.parse().map_err(refuse)
        })
        .collect()
}

fn target(text: &str) -> Result<(Pose, Aim), Refusal> {
    match numbers("--target", text)?[..] {
        [x, y, z] => Ok((Pose { pos: Vec3([x, y, z]), quat: Quat::IDENTITY }, Aim::Position)),
        [x, y, z, qw, qx, qy, qz] => {
            Ok((Pose { pos: Vec3([x, y, z]), quat: Quat([qw, qx, qy, qz]) }, Aim::Pose))
        }
        ref other => Err(Refusal::Argument(format!(
            "--target takes 3 numbers (x y z) or 7 (x y z qw qx qy qz), not {}",
            other.len()
        ))),
    }
}

impl Answer {
    /// Positions of the model with those that were found.
    #[cfg(feature = "render")]
    fn qpos(&self) -> Vec<f64> {
        let mut qpos = self.model.qpos0.as_slice().to_vec();
        for joint in self.chain.joints() {
            let found = &self.q[joint.q.clone()];
            qpos[joint.qpos_address..joint.qpos_address + found.len()].copy_from_slice(found);
        }
        qpos
    }

    fn joint_name(&self, joint: usize) -> String {
        let name = self.model.id2name(ObjType::Joint, joint);
        name.map_or_else(|| format!("joint {joint}"), report::printable)
    }

    fn status(&self) -> String {
        match self.report.status {
            Status::Converged => "converged".into(),
            Status::Unreachable => "unreachable".into(),
            Status::LimitBound(limit) => {
                let side = if limit.side == Side::Lower { "lower" } else { "upper" };
                format!("bound by the {side} limit of {}", self.joint_name(limit.joint.0))
            }
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let r = &self.report;
        writeln!(out, "{}", self.status())?;
        let (position, rotation) = (r.position_error, r.rotation_error);
        writeln!(out, "residual: {position:.1e} m, {rotation:.1e} rad")?;
        writeln!(out, "iterations: {}, restarts: {}", r.iterations, r.restarts)?;
        for joint in self.chain.joints() {
            write!(out, "{:24}", self.joint_name(joint.id.0))?;
            for x in &self.q[joint.q.clone()] {
                write!(out, " {x:12.8}")?;
            }
            match joint.range {
                Some([low, high]) => writeln!(out, "   in {low:.4} .. {high:.4}")?,
                None => writeln!(out)?,
            }
        }
        Ok(())
    }

    fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let joints: Vec<_> = self
            .chain
            .joints()
            .iter()
            .map(|joint| {
                json!({
                    "name": self.joint_name(joint.id.0),
                    "q": self.q[joint.q.clone()],
                    "range": joint.range,
                })
            })
            .collect();
        let answer = json!({
            "converged": self.report.status == Status::Converged,
            "status": self.status(),
            "position_error": self.report.position_error,
            "rotation_error": self.report.rotation_error,
            "iterations": self.report.iterations,
            "restarts": self.report.restarts,
            "joints": joints,
        });
        report::json(out, &answer)
    }
}
