//! What a search evaluates positions with: the game's terms and weights, or a network.

use crate::network::{MAGIC, Network};
use sanban_core::heuristics::read_weights;
use sanban_core::{GameInfo, Heuristics, Rejection, Rules};
use sanban_games::registry::{self, Visitor};
use std::borrow::Cow;
use std::sync::Arc;

/// The name of a game's own network, beside those of [`GameInfo::evaluations`].
pub const NETWORK: &str = "network";

/// An evaluation that a caller asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Evaluation {
    /// The game's network where it was trained for the rules, else the game's first weights.
    #[default]
    Default,
    /// Weights for the game's terms, in the format of weights files.
    Weights(Cow<'static, str>),
    /// The content of a network file.
    Network(Cow<'static, [u8]>),
}

impl Evaluation {
    /// The game's first weights.
    pub fn terms(rules: &Rules) -> Self {
        Evaluation::Weights(rules.info().default_weights().into())
    }

    /// One of the game's own by name; `None` if there is none for these rules.
    pub fn named(name: &str, rules: &Rules) -> Option<Self> {
        if name == NETWORK {
            return own_network(rules).map(|bytes| Evaluation::Network(bytes.into()));
        }
        let known = rules.info().evaluations.iter().find(|(known, _)| *known == name);
        known.map(|&(_, weights)| Evaluation::Weights(weights.into()))
    }

    /// Reads a file's content. Its beginning tells a network from weights.
    pub fn from_file(content: Vec<u8>, rules: &Rules) -> Result<Self, Rejection> {
        let evaluation = if content.starts_with(MAGIC) {
            Evaluation::Network(content.into())
        } else {
            Evaluation::Weights(String::from_utf8_lossy(&content).into_owned().into())
        };
        evaluation.check(rules)?;
        Ok(evaluation)
    }

    /// Checks that it fits the rules.
    pub fn check(&self, rules: &Rules) -> Result<(), Rejection> {
        struct Check<'a>(&'a Evaluation);
        impl Visitor for Check<'_> {
            type Output = Result<(), Rejection>;

            fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
                Evaluator::new::<G>(self.0, rules).map(|_| ())
            }
        }
        registry::visit(rules, Check(self))
    }
}

fn is_official(rules: &Rules) -> bool {
    rules.text().is_empty()
}

/// The file of the game's own network, if it was trained for these rules: networks are trained for the official ones.
pub fn own_network(rules: &Rules) -> Option<&'static [u8]> {
    struct Find;
    impl Visitor for Find {
        type Output = Option<&'static [u8]>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            G::NETWORK.filter(|_| is_official(rules))
        }
    }
    registry::visit(rules, Find)
}

/// Whether the game has a network for these rules. Programs that ask only this, such as the page's rules module, don't contain the
/// networks.
fn has_network(rules: &Rules) -> bool {
    struct HasNetwork;
    impl Visitor for HasNetwork {
        type Output = bool;

        fn visit<G: Heuristics>(self, rules: &Rules) -> bool {
            G::NETWORK.is_some() && is_official(rules)
        }
    }
    registry::visit(rules, HasNetwork)
}

/// The names of a game's own evaluations, the default first.
pub fn evaluation_names(info: &'static GameInfo) -> Vec<&'static str> {
    let network = has_network(&Rules::official(info)).then_some(NETWORK);
    network.into_iter().chain(info.evaluations.iter().map(|(name, _)| *name)).collect()
}

/// What scores consist of under these rules unless the user chooses an evaluation: `network`, the game's own `terms`, or
/// `mobility` alone.
pub fn default_kind(rules: &Rules) -> &'static str {
    if has_network(rules) {
        NETWORK
    } else if rules.info().has_evaluation() {
        "terms"
    } else {
        "mobility"
    }
}

/// An evaluation, ready for a search.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// The game's terms with these weights.
    Terms(Vec<i32>),
    /// A network.
    Network(Arc<Network>),
}

impl Evaluator {
    /// Prepares an evaluation for games by these rules.
    pub fn new<G: Heuristics>(evaluation: &Evaluation, rules: &Rules) -> Result<Self, Rejection> {
        Ok(match evaluation {
            Evaluation::Weights(text) => Evaluator::Terms(read_weights(G::TERMS, text)?),
            Evaluation::Network(bytes) => Evaluator::Network(Arc::new(Network::read::<G>(bytes, rules)?)),
            Evaluation::Default => match own_network(rules) {
                Some(bytes) => Evaluator::Network(Arc::new(Network::read::<G>(bytes, rules)?)),
                None => Evaluator::Terms(read_weights(G::TERMS, rules.info().default_weights())?),
            },
        })
    }
}
