//! The question `word`: the beginning of an infinite word, one symbol far out, or a picture.

use std::io::{self, Write};

use hissho_rules::words::{Definition, Word};
use hissho_solve::limits::{Limits, Meter, Stop};
use hissho_solve::words::access::Access;
use hissho_solve::words::stream::{write_packed, write_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{TermNumber, named_word};
use crate::answer::{Attachment, Findings, Told};
use crate::outlet::Outlet;
use crate::picture::{self, PictureError};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// The beginning of an infinite word, one of its symbols, or a picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WordQuestion {
    /// `thue-morse`, `fibonacci`, `fibonacci(2)`, `fixed-point(0->01,1->10)`.
    #[serde(default)]
    pub word: Option<String>,
    /// In place of a name: the fixed point of this substitution, beginning with its first letter.
    #[serde(default)]
    pub morphism: Option<String>,
    /// How many symbols; 64 when not given, 21 for a cutting line.
    #[serde(default)]
    pub length: Option<u64>,
    /// By this definition: digits, recurrence, concatenation, substitution, cutting-line.
    #[serde(default)]
    pub by: Option<String>,
    /// Only the symbol with this number. Thue-Morse is numbered from 0, the Fibonacci words from 1.
    #[serde(default)]
    pub symbol: Option<TermNumber>,
    /// Draw it.
    #[serde(default)]
    pub picture: Option<WordPicture>,
    /// As a file in this format, written while it is made.
    #[serde(default)]
    pub format: Option<WordFormat>,
}

/// How a word is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WordPicture {
    /// A stripe for each symbol.
    BarCode,
    /// A dot for each pair of equal symbols.
    DotPlot,
    /// The line that cuts the grid; for Fibonacci words.
    CuttingLine,
}

/// A file with a word or a picture of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WordFormat {
    /// A byte for each symbol.
    Text,
    /// Eight symbols to a byte, the first in the highest bit.
    Packed,
    /// A picture as SVG.
    Svg,
    /// A picture as PNG.
    Png,
}

/// What was asked of the word; the rest is absent.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// The symbols; absent if a file was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// The one symbol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<WrittenSymbol>,
    /// The picture; absent if a file was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// Of a file: the name of the word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Of a file: how many symbols are in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
}

/// A symbol: a digit as a number, a letter as a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum WrittenSymbol {
    /// 0 to 9.
    Digit(u8),
    /// Another symbol.
    Letter(String),
}

impl Ask for WordQuestion {
    type Facts = Written;

    fn answer(&self, _: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Written>, Fault> {
        let word = named_word(self.word.as_deref(), self.morphism.as_deref())?.ok_or_else(|| {
            let wanted = "which word? Name one, as thue-morse, or give --morphism \"0->01,1->10\"";
            Fault::bad_input(wanted).in_field("word")
        })?;
        if let Some(TermNumber(number)) = self.symbol {
            return symbol(&word, number).map(Told::from);
        }
        match self.picture {
            Some(picture) => self.draw(&word, picture),
            None => self.write(&word, limits, watch),
        }
    }
}

/// One symbol far out.
fn symbol(word: &Word, number: u128) -> Result<Written, Fault> {
    let first = word.first_index();
    let wrong =
        |reason: String| Fault::bad_input(format_args!("--symbol {number}: {reason}")).in_field("symbol");
    if number < u128::from(first) {
        return Err(wrong(format!("the terms of {word} are numbered from {first}")));
    }
    let symbol = Access::new(word).symbol(number);
    let symbol =
        symbol.ok_or_else(|| wrong(format!("{word} grows too slowly to be looked at so far out")))?;
    let symbol = match symbol {
        b'0'..=b'9' => WrittenSymbol::Digit(symbol - b'0'),
        _ => WrittenSymbol::Letter(char::from(symbol).to_string()),
    };
    Ok(Written { symbol: Some(symbol), ..Written::default() })
}

impl WordQuestion {
    fn draw(&self, word: &Word, picture: WordPicture) -> Result<Told<Written>, Fault> {
        let format = match self.format {
            None => None,
            Some(format @ (WordFormat::Svg | WordFormat::Png)) => Some(format),
            Some(_) => return Err(Fault::bad_input("a picture is svg or png").in_field("format")),
        };
        let usual = if picture == WordPicture::CuttingLine { 21 } else { 64 };
        // The pictures themselves say how much is too much.
        let length = self.length.unwrap_or(usual).min(1 << 20) as usize;
        let symbols = || -> Result<Vec<u8>, Fault> {
            match &self.by {
                Some(by) => Ok(word.prefix(definition(by)?, length).map_err(Fault::bad_input)?),
                None => Ok(prefix(word, length as u64)),
            }
        };
        let svg = match (picture, word) {
            (WordPicture::BarCode, _) => picture::words::bar_code(&symbols()?),
            (WordPicture::DotPlot, _) => picture::words::dot_plot(&symbols()?),
            (WordPicture::CuttingLine, Word::Fibonacci(s)) => picture::words::cutting_line(*s, length),
            (WordPicture::CuttingLine, _) => {
                let wanted = "--picture cutting-line: only Fibonacci words are cut by a line";
                return Err(Fault::bad_input(wanted).in_field("picture"));
            }
        };
        let too_large = |error: PictureError| Fault::too_large(error).in_field("length");
        let svg = svg.map_err(too_large)?;
        let file = match format {
            None => return Ok(Written { svg: Some(svg), ..Written::default() }.into()),
            Some(WordFormat::Png) => Attachment::bytes("png", picture::to_png(&svg, 2.0).map_err(too_large)?),
            Some(_) => Attachment::text("svg", svg),
        };
        let facts =
            Written { name: Some(word.to_string()), length: Some(length as u64), ..Written::default() };
        Ok(Told::from(facts).with_file(file))
    }

    fn write(&self, word: &Word, limits: &Limits, watch: &dyn Watch) -> Result<Told<Written>, Fault> {
        let length = self.length.unwrap_or(64);
        let wrong = |message: String| Fault::bad_input(message).in_field("format");
        let packed = match self.format {
            None | Some(WordFormat::Text) => false,
            Some(WordFormat::Packed) => true,
            Some(_) => return Err(wrong("svg and png are for pictures".to_owned())),
        };
        if packed && self.by.is_some() {
            return Err(wrong("a packed word is not written by one of its definitions".to_owned()));
        }
        if packed && word.substitution().rows().iter().any(|(letter, _)| !matches!(letter, b'0' | b'1')) {
            return Err(wrong(format!(
                "--packed: only words over 0 and 1 can be packed, {word} has other symbols"
            )));
        }
        if let Some(by) = &self.by {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            let symbols = word.prefix(definition(by)?, length).map_err(Fault::bad_input)?;
            return self.hand_over(word, watch, |out| out.write_all(&symbols));
        }
        let mut stop = None;
        let told = self.hand_over(word, watch, |out| {
            let mut out = Metered { out, meter: limits.start(), stop: &mut stop };
            match packed {
                true => write_packed(word, length, &mut out),
                false => write_text(word, length, &mut out),
            }
        });
        match stop {
            Some(stop) => Err(Fault::from(stop)),
            None => told,
        }
    }

    /// The symbols in the answer, or as a file.
    fn hand_over(
        &self,
        word: &Word,
        watch: &dyn Watch,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Told<Written>, Fault> {
        let length = self.length.unwrap_or(64);
        let Some(format) = self.format else {
            if length > LONGEST_IN_ANSWER {
                let most = format!("{length} symbols asked, an answer has at most {LONGEST_IN_ANSWER}");
                let advice = "ask for a file with `format`, it is written while it is made";
                return Err(Fault::too_large(most).in_field("length").with_help(advice));
            }
            let mut symbols = Vec::new();
            write(&mut symbols).map_err(Fault::bad_input)?;
            let symbols = String::from_utf8(symbols).map_err(Fault::bad_input)?;
            return Ok(Written { word: Some(symbols), ..Written::default() }.into());
        };
        let mut out = Outlet::new(watch);
        write(&mut out).map_err(Fault::bad_input)?;
        let facts = Written { name: Some(word.to_string()), length: Some(length), ..Written::default() };
        let file = out.into_file(if format == WordFormat::Packed { "bin" } else { "txt" });
        Ok(Told { files: file.into_iter().collect(), ..Told::from(facts) })
    }
}

/// A longer word is not part of an answer; it is a file.
const LONGEST_IN_ANSWER: u64 = 1 << 28;

fn definition(name: &str) -> Result<Definition, Fault> {
    name.parse().map_err(|error| Fault::bad_input(error).in_field("by"))
}

/// The first `length` symbols.
pub(super) fn prefix(word: &Word, length: u64) -> Vec<u8> {
    let mut symbols = Vec::new();
    write_text(word, length, &mut symbols).expect("memory can be written");
    symbols
}

/// Stops a stream when a limit is reached.
struct Metered<'a> {
    out: &'a mut dyn Write,
    meter: Meter,
    stop: &'a mut Option<Stop>,
}

impl Write for Metered<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A block at a time: the clock is looked at for each.
        if let Err(stop) = self.meter.look() {
            *self.stop = Some(stop);
            return Err(io::Error::other(stop));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Findings for Written {
    fn text(&self) -> String {
        let symbol = self.symbol.as_ref().map(|symbol| match symbol {
            WrittenSymbol::Digit(digit) => digit.to_string(),
            WrittenSymbol::Letter(letter) => letter.clone(),
        });
        symbol.or_else(|| self.svg.clone()).or_else(|| self.word.clone()).unwrap_or_default()
    }
}
