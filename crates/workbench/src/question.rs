//! Everything that can be asked: the one list. Serde gives it its JSON form, schemars the schema.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use hissho_solve::limits::Limits;

use crate::answer::{Answer, Ending, Findings, Told};
use crate::{Certified, Desk, Fault, Place, Watch};

/// One sort of question, and what answers it.
pub trait Ask: Serialize + DeserializeOwned + JsonSchema {
    /// The facts that answer it.
    type Facts: Findings;

    /// Whether the answer follows from the question alone and may be kept for the next time.
    const IS_KEPT: bool = true;

    /// Answers it. Limits are those of the question, with the watch's clock in them.
    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Self::Facts>, Fault>;

    /// The facts of a kept answer, everything that they promise made again from `certified`, which
    /// has just been accepted. What no claim covers stays as it was read. Without this an answer
    /// with certificates is not kept.
    fn confirm(
        &self,
        kept: Self::Facts,
        certified: &[Certified],
        _limits: &Limits,
    ) -> Result<Self::Facts, Fault> {
        if certified.is_empty() { Ok(kept) } else { Err(other_claim()) }
    }
}

/// The certificates beside a kept answer are not those that it needs.
pub(crate) fn other_claim() -> Fault {
    Fault::refused("its certificates do not say what it was asked")
}

/// Makes [`Question`] and [`Facts`] from the list: a name, the type of question, the type of facts.
macro_rules! questions {
    ($( $(#[$about:meta])* $variant:ident($question:ty) -> $facts:ty; )*) => {
        /// A question. In JSON an object with one key, the sort of question, as in
        /// `{"value": {"game": "wythoff", "position": [6, 10]}}`.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Question {
            $( $(#[$about])* $variant($question), )*
        }

        /// The facts of an answer, one type for each sort of question.
        #[derive(Clone, Debug, Serialize, JsonSchema)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum Facts {
            $( #[doc = concat!("Of [`Question::", stringify!($variant), "`].")] $variant($facts), )*
        }

        impl Question {
            pub(crate) fn put(
                &self, desk: &Desk, limits: &Limits, watch: &dyn Watch,
            ) -> Result<Answer, Fault> {
                match self {
                    $( Question::$variant(question) => {
                        let Told { facts, certified, files } = question.answer(desk, limits, watch)?;
                        Ok(Answer { facts: Facts::$variant(facts), certified, files })
                    } )*
                }
            }

            /// Whether the answer follows from the question alone and may be kept for the next
            /// time.
            pub fn is_kept(&self) -> bool {
                fn of<Q: Ask>(_: &Q) -> bool {
                    Q::IS_KEPT
                }
                match self {
                    $( Question::$variant(question) => of(question), )*
                }
            }

            /// Reads the facts of a kept answer and has them confirmed.
            fn confirmed(
                &self, document: Value, certified: &[Certified], limits: &Limits,
            ) -> Result<Facts, Fault> {
                fn of<Q: Ask>(
                    question: &Q, document: Value, certified: &[Certified], limits: &Limits,
                ) -> Result<Q::Facts, Fault> {
                    let kept = serde_json::from_value(document);
                    let kept = kept.map_err(|error| Fault::refused(format_args!("a kept answer: {error}")))?;
                    question.confirm(kept, certified, limits)
                }
                match self {
                    $( Question::$variant(question) => {
                        of(question, document, certified, limits).map(Facts::$variant)
                    } )*
                }
            }
        }

        impl Facts {
            /// The facts as the JSON document of the interface.
            pub fn document(&self) -> Value {
                match self {
                    $( Facts::$variant(facts) => document_of(facts), )*
                }
            }

            /// The facts as text for people.
            pub fn text(&self) -> String {
                match self {
                    $( Facts::$variant(facts) => facts.text(), )*
                }
            }

            /// How the question ended.
            pub fn ending(&self) -> Ending {
                match self {
                    $( Facts::$variant(facts) => facts.ending(), )*
                }
            }
        }

        $(
            impl From<$question> for Question {
                fn from(question: $question) -> Question {
                    Question::$variant(question)
                }
            }
        )*
    };
}

questions! {
    /// Value, outcome and winning moves of one position of an impartial game.
    Value(crate::impartial::Value) -> crate::impartial::Valued;
    /// The Grundy values of all positions in a box.
    Table(crate::impartial::TableQuestion) -> crate::impartial::Tabulated;
    /// Whether the claims of a game hold at every position, or a formula is true.
    Prove(crate::laws::Prove) -> crate::laws::Decided;
    /// A law of a game, found from tables and proved.
    Discover(crate::laws::Discover) -> crate::laws::Discovered;
    /// How many buildings so many bricks make.
    Buildings(crate::bricks::Buildings) -> crate::bricks::CountedBuildings;
    /// How many flat buildings so many bricks make.
    FlatBuildings(crate::bricks::FlatBuildings) -> crate::bricks::FlatNumbers;
    /// Single buildings of bricks, with a picture.
    DrawBuildings(crate::bricks::DrawBuildings) -> crate::bricks::DrawnBuildings;
    /// Whether a certificate is accepted.
    Check(crate::check::Check) -> crate::check::Checked;
    /// Who wins a position of a board game, with a proof.
    Solve(crate::solve::Solve) -> crate::solve::SolvedPosition;
    /// The values of many positions of a line game.
    Batch(crate::line_games::Batch) -> crate::line_games::SolvedBatch;
    /// A proof of a win in Hex as the tree of a paper.
    Walk(crate::hex::Walk) -> crate::hex::WalkedProof;
    /// Statements about connections in Hex.
    Lemma(crate::hex::LemmaQuestion) -> crate::hex::ProvedLemmas;
    /// Whether the winner of a position of Hex is seen at once.
    Leaf(crate::hex::LeafQuestion) -> crate::hex::FoundLeaves;
    /// A position of Hex on a board of up to 19, shown.
    HexBoard(crate::hex::HexBoard) -> crate::hex::ShownHex;
    /// A shorter proof of a win in Hex.
    Shorten(crate::hex::ShortenQuestion) -> crate::hex::ShortenedProof;
    /// The winner of every opening of Hex.
    HexMap(crate::hex::HexMap) -> crate::hex::OpeningMap;
    /// Strategies of proofs of Hex against opponents who try to break them.
    Match(crate::hex::Match) -> crate::hex::Matches;
    /// The values of all openings of Otrio or Qubic.
    Openings(crate::line_games::Openings) -> crate::line_games::OpeningTable;
    /// What the perfect opponent plays in a board game.
    Reply(crate::reply::Reply) -> crate::reply::Replied;
    /// Whether a response strategy of infinite Connect-Four is accepted.
    Response(crate::infinite_four::Response) -> crate::infinite_four::CheckedResponse;
    /// The board of a response strategy.
    ResponseBoard(crate::infinite_four::ResponseBoard) -> crate::infinite_four::DrawnBoard;
    /// The words of zone heights of a period, or the named strategies.
    ZoneWords(crate::infinite_four::ZoneWords) -> crate::infinite_four::ListedWords;
    /// A response strategy against given stones.
    ResponseSearch(crate::infinite_four::ResponseSearch) -> crate::infinite_four::FoundResponse;
    /// A win by threats alone in infinite Connect-Four.
    ForcedWin(crate::infinite_four::ForcedWin) -> crate::infinite_four::FoundWin;
    /// One handicap stone in infinite Connect-Four, at each distance.
    Handicap(crate::infinite_four::Handicap) -> crate::infinite_four::HandicapTable;
    /// Opponents with dice against a response strategy.
    Contest(crate::infinite_four::Contest) -> crate::infinite_four::Contested;
    /// A response strategy against another.
    Duel(crate::infinite_four::Duel) -> crate::infinite_four::Fought;
    /// What a response strategy answers to moves.
    Replies(crate::infinite_four::Replies) -> crate::infinite_four::ResponderPlay;
    /// Claims of the source documents, settled.
    Claims(crate::claims::Claims) -> crate::claims::SettledClaims;
    /// The games, or the rules text of one.
    Games(crate::games::Games) -> crate::games::Listed;
    /// Symbols of an infinite word, one far out, or a picture of it.
    Word(crate::words::WordQuestion) -> crate::words::Written;
    /// Every repetition of a word or a text.
    Repetitions(crate::words::Repetitions) -> crate::words::RepetitionsFound;
    /// How a word without cubes can be continued.
    BuildWord(crate::words::BuildWord) -> crate::words::BuiltWord;
    /// A word without cubes, typed symbol by symbol.
    TypeWord(crate::words::TypeWord) -> crate::words::TypedWord;
    /// How many words avoid a repetition.
    CountWords(crate::words::CountWords) -> crate::words::CountedWords;
    /// What repeats in a game record, and when each rule applies.
    Record(crate::records::RecordQuestion) -> crate::records::Recorded;
}

impl Question {
    /// Reads a question from JSON; a fault names the line and column, and what would be right
    /// there.
    ///
    /// ```
    /// use hissho_workbench::Question;
    ///
    /// assert!(Question::read(r#"{"games":{}}"#).is_ok());
    /// let fault = Question::read(r#"{"weather":{}}"#).unwrap_err();
    /// assert_eq!(fault.place.and_then(|place| place.column), Some(10));
    /// ```
    pub fn read(text: &str) -> Result<Question, Fault> {
        serde_json::from_str(text).map_err(|error| {
            let (line, column) = (Some(error.line() as u64), Some(error.column() as u64));
            let place = Place { of: "question".to_owned(), line, column, start: None, end: None };
            let fault = Fault::bad_input(format_args!("question: {error}"));
            Fault { place: Some(Box::new(place)), ..fault }
                .with_help("`hissho schema` prints what can be asked")
        })
    }

    /// An answer that was kept, with its certificates, which have just been accepted. Its promises
    /// are made again from their claims, and the document must be the one that follows: an edited
    /// one is refused.
    pub fn restore(
        &self,
        document: &Value,
        certified: Vec<Certified>,
        limits: &Limits,
    ) -> Result<Answer, Fault> {
        let facts = self.confirmed(document.clone(), &certified, limits)?;
        if facts.ending() == Ending::GaveUp || facts.document() != *document {
            return Err(Fault::refused("it says other things than its certificates"));
        }
        Ok(Answer { facts, certified, files: Vec::new() })
    }
}

fn document_of(facts: &impl Serialize) -> Value {
    serde_json::to_value(facts).expect("facts are maps with keys of text")
}

/// The schema of questions and of the facts that answer them.
pub fn schema() -> Value {
    serde_json::json!({ "question": schemars::schema_for!(Question), "answer": schemars::schema_for!(Facts) })
}
