//! Evaluations in comments, as chess sites write them.

use super::Move;
use std::fmt;

/// An evaluation from the first player's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Eval {
    /// In units of one clear advantage.
    Score(f64),
    /// A forced win in this many turns; negative if the second player wins.
    Mate(i32),
}

impl fmt::Display for Eval {
    /// As chess sites write it: `0.35`, `#5`, `#-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Adding zero makes a negative zero positive.
            Eval::Score(score) => write!(f, "{:.2}", (score * 100.0).round() / 100.0 + 0.0),
            Eval::Mate(turns) => write!(f, "#{turns}"),
        }
    }
}

impl Move {
    /// The evaluation in the comments: `[%eval 0.35]` or `[%eval #-3]`.
    pub fn eval(&self) -> Option<Eval> {
        let eval = self.comments.iter().find_map(|c| c.split_once("[%eval ")?.1.split_once(']'))?.0;
        // Some programs add the depth after a comma.
        let eval = eval.split(',').next().unwrap_or_default().trim();
        match eval.strip_prefix('#') {
            Some(mate) => mate.parse().ok().map(Eval::Mate),
            None => eval.parse::<f64>().ok().filter(|e| e.is_finite()).map(Eval::Score),
        }
    }

    /// Replaces the evaluations in the comments with this one, or removes them. An evaluation comes before all other text.
    pub fn set_eval(&mut self, eval: Option<Eval>) {
        for comment in &mut self.comments {
            while let Some((before, (_, after))) =
                comment.split_once("[%eval ").and_then(|(before, after)| Some((before, after.split_once(']')?)))
            {
                *comment = format!("{} {}", before.trim_end(), after.trim_start()).trim().to_string();
            }
        }
        self.comments.retain(|comment| !comment.is_empty());
        if let Some(eval) = eval {
            let eval = format!("[%eval {eval}]");
            match self.comments.first_mut() {
                Some(comment) => *comment = format!("{eval} {comment}"),
                None => self.comments.push(eval),
            }
        }
    }
}
