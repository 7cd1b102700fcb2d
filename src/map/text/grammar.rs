//! From the joined text to statements (spec 05 sections 2 and 3).
//!
//! Keywords are prefixes without a word boundary, blanks between tokens are optional where they may be, and alternatives
//! are tried in order. A token that can only continue what was begun cuts: nothing else could match any more, so the
//! error is where that token should have been.
#![forbid(unsafe_code)]

use super::room::{Lack, Room};
use super::syntax::*;
use crate::map::release::Release;
use crate::map::step::{op, rule_type};
use winnow::combinator::{alt, cut_err, opt, preceded};
use winnow::error::{AddContext, ContextError, ErrMode, StrContext, StrContextValue};
use winnow::stream::{AsBytes, LocatingSlice, Location, Stateful, Stream};
use winnow::token::{literal, one_of, take_while};
use winnow::{ModalParser, ModalResult, Parser};

type Input<'t> = Stateful<LocatingSlice<&'t [u8]>, Room>;
type StatementParser<'t> = fn(&mut Input<'t>) -> ModalResult<Statement<'t>>;

/// Why there are no statements.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum GrammarError {
    Syntax(SyntaxError),
    /// The statements do not fit into memory.
    Lack(Lack),
}

/// Where the text stops being a map.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SyntaxError {
    /// End of the last complete statement.
    pub(super) consumed: usize,
    /// First token that does not fit.
    pub(super) offset: usize,
    /// What would fit there.
    pub(super) expected: Vec<String>,
}

/// Reads all statements, as the tool of a release does, into so much room.
pub(super) fn statements<'t>(
    text: &'t [u8],
    release: Release,
    room: Room,
) -> Result<Vec<Statement<'t>>, GrammarError> {
    let mut input = Stateful { input: LocatingSlice::new(text), state: room };
    let mut statements = Vec::new();
    let mut error = SyntaxError::default();
    let any = |statement: StatementParser<'t>| statement;
    let declarations = [any(tunable), any(device), any(kind)];
    let structure = [any(bucket), any(rule)];
    let replacements = [any(choose_args)];
    let phases = [&declarations[..], &structure, &replacements];
    for alternatives in phases {
        error.consumed = input.current_token_start();
        while input.state.lack().is_none()
            && let Some(statement) = error.attempt(&mut input, alternatives)
        {
            if let Some((offset, expected)) = statement.unknown_to(release) {
                let expected = vec![expected.to_owned()];
                return Err(GrammarError::Syntax(SyntaxError { offset, expected, ..error }));
            }
            input.state.push(&mut statements, statement);
            error.consumed = input.current_token_start();
        }
    }
    match input.state.lack() {
        Some(lack) => Err(GrammarError::Lack(lack)),
        None if input.as_bytes().is_empty() => Ok(statements),
        None => Err(GrammarError::Syntax(error)),
    }
}

impl SyntaxError {
    /// The first alternative that matches. Of those that do not, what got furthest is remembered.
    fn attempt<'t>(
        &mut self,
        input: &mut Input<'t>,
        alternatives: &[StatementParser<'t>],
    ) -> Option<Statement<'t>> {
        let start = input.checkpoint();
        for alternative in alternatives {
            match alternative(input) {
                Ok(statement) => return Some(statement),
                Err(error) => self.record(input.current_token_start(), &error),
            }
            input.reset(&start);
        }
        None
    }

    fn record(&mut self, offset: usize, error: &ErrMode<ContextError>) {
        if offset > self.offset {
            (self.offset, self.expected) = (offset, Vec::new());
        }
        let (ErrMode::Backtrack(context) | ErrMode::Cut(context)) = error else { return };
        if offset == self.offset {
            let expected = context.context().filter_map(|context| match context {
                StrContext::Expected(value) => Some(value.to_string()),
                _ => None,
            });
            for value in expected {
                if !self.expected.contains(&value) {
                    self.expected.push(value);
                }
            }
        }
    }
}

fn tunable<'t>(input: &mut Input<'t>) -> ModalResult<Statement<'t>> {
    (keyword("tunable"), name, posint)
        .map(|((), name, value)| Statement::Tunable { name, value })
        .parse_next(input)
}

fn device<'t>(input: &mut Input<'t>) -> ModalResult<Statement<'t>> {
    let device = (keyword("device"), at(posint), name, opt(class));
    device
        .map(|((), id, name, class)| Statement::Device { id, name, class: class.map(|class| class.value) })
        .parse_next(input)
}

fn kind<'t>(input: &mut Input<'t>) -> ModalResult<Statement<'t>> {
    let kind = (keyword("type"), posint, name);
    kind.map(|((), id, name)| Statement::Type { id, name: name.value }).parse_next(input)
}

fn class<'t>(input: &mut Input<'t>) -> ModalResult<Word<'t>> {
    preceded(keyword("class"), name).parse_next(input)
}

fn bucket<'t>(input: &mut Input<'t>) -> ModalResult<Statement<'t>> {
    let (kind, bucket_name, ()) = (name, name, keyword("{")).parse_next(input)?;
    let ids = many(bucket_id).parse_next(input)?;
    let algorithm = preceded(keyword("alg"), cut_err(name)).parse_next(input)?;
    let hashes = many(bucket_hash).parse_next(input)?;
    let items = many(bucket_item).parse_next(input)?;
    cut_err(keyword("}")).parse_next(input)?;
    Ok(Statement::Bucket(BucketStatement { kind, name: bucket_name, ids, algorithm, hashes, items }))
}

fn bucket_id<'t>(input: &mut Input<'t>) -> ModalResult<(At<i32>, Option<&'t [u8]>)> {
    let (id, class) = preceded(keyword("id"), (at(negint), opt(class))).parse_next(input)?;
    Ok((id, class.map(|class| class.value)))
}

fn bucket_hash(input: &mut Input<'_>) -> ModalResult<i32> {
    preceded(keyword("hash"), cut_err(alt((integer, keyword("rjenkins1").value(0))))).parse_next(input)
}

fn bucket_item<'t>(input: &mut Input<'t>) -> ModalResult<ItemLine<'t>> {
    let weight = opt(preceded(keyword("weight"), cut_err(weight)));
    let position = opt(preceded(keyword("pos"), cut_err(posint)));
    let (name, weight, position) =
        preceded(keyword("item"), (cut_err(name), weight, position)).parse_next(input)?;
    Ok(ItemLine { name, weight, position })
}

fn rule<'t>(input: &mut Input<'t>) -> ModalResult<Statement<'t>> {
    let (offset, name) = (start_of("rule"), opt(name)).parse_next(input)?;
    keyword("{").parse_next(input)?;
    // "ruleset" does not begin like "id", so the order does not matter.
    let id = preceded(alt((keyword("id"), keyword("ruleset"))), cut_err(at(posint))).parse_next(input)?;
    let kind = cut_err(preceded(keyword("type"), rule_kind)).parse_next(input)?;
    let min_size = opt(preceded(keyword("min_size"), cut_err(posint))).parse_next(input)?;
    let max_size = opt(preceded(keyword("max_size"), cut_err(posint))).parse_next(input)?;
    let mut steps = Vec::new();
    let first = cut_err(step).parse_next(input)?;
    push(&mut steps, first, input)?;
    extend(&mut steps, &mut step, input)?;
    cut_err(keyword("}")).parse_next(input)?;
    let name = name.map(|name| name.value);
    Ok(Statement::Rule(RuleStatement { offset, name, id, kind, min_size, max_size, steps }))
}

fn rule_kind(input: &mut Input<'_>) -> ModalResult<u8> {
    let kind = alt((
        keyword("replicated").value(rule_type::REPLICATED),
        keyword("erasure").value(rule_type::ERASURE),
        keyword("msr_firstn").value(rule_type::MSR_FIRSTN),
        keyword("msr_indep").value(rule_type::MSR_INDEP),
    ));
    described("a type of rule", kind).parse_next(input)
}

fn step<'t>(input: &mut Input<'t>) -> ModalResult<StepLine<'t>> {
    let what = alt((take, set, choose, keyword("emit").value(StepLine::Emit)));
    preceded(keyword("step"), cut_err(described("a step", what))).parse_next(input)
}

fn take<'t>(input: &mut Input<'t>) -> ModalResult<StepLine<'t>> {
    let (item, class) = preceded(keyword("take"), (cut_err(name), opt(class))).parse_next(input)?;
    Ok(StepLine::Take { item, class })
}

fn set<'t>(input: &mut Input<'t>) -> ModalResult<StepLine<'t>> {
    let op = alt((
        keyword("set_choose_tries").value(op::SET_CHOOSE_TRIES),
        keyword("set_choose_local_tries").value(op::SET_CHOOSE_LOCAL_TRIES),
        keyword("set_choose_local_fallback_tries").value(op::SET_CHOOSE_LOCAL_FALLBACK_TRIES),
        keyword("set_chooseleaf_tries").value(op::SET_CHOOSELEAF_TRIES),
        keyword("set_chooseleaf_vary_r").value(op::SET_CHOOSELEAF_VARY_R),
        keyword("set_chooseleaf_stable").value(op::SET_CHOOSELEAF_STABLE),
        keyword("set_msr_descents").value(op::SET_MSR_DESCENTS),
        keyword("set_msr_collision_tries").value(op::SET_MSR_COLLISION_TRIES),
    ));
    (op, cut_err(posint)).map(|(op, value)| StepLine::Set { op, value }).parse_next(input)
}

fn choose<'t>(input: &mut Input<'t>) -> ModalResult<StepLine<'t>> {
    let mode = |indep, firstn| alt((keyword("indep").value(indep), keyword("firstn").value(firstn)));
    let op = alt((
        preceded(keyword("choose"), mode(op::CHOOSE_INDEP, op::CHOOSE_FIRSTN)),
        preceded(keyword("chooseleaf"), mode(op::CHOOSELEAF_INDEP, op::CHOOSELEAF_FIRSTN)),
        keyword("choosemsr").value(op::CHOOSE_MSR),
    ));
    let (op, count) = (op, cut_err(integer)).parse_next(input)?;
    let kind = cut_err(preceded(keyword("type"), name)).parse_next(input)?;
    Ok(StepLine::Choose { op, count, kind })
}

fn choose_args<'t>(input: &mut Input<'t>) -> ModalResult<Statement<'t>> {
    let index = preceded(keyword("choose_args"), at(posint)).parse_next(input)?;
    cut_err(keyword("{")).parse_next(input)?;
    let entries = many(choose_arg).parse_next(input)?;
    cut_err(keyword("}")).parse_next(input)?;
    Ok(Statement::ChooseArgs(ChooseArgsStatement { index, entries }))
}

fn choose_arg(input: &mut Input<'_>) -> ModalResult<ChooseArgEntry> {
    let bucket =
        preceded((keyword("{"), cut_err(keyword("bucket_id"))), cut_err(at(negint))).parse_next(input)?;
    let weight_set =
        opt(preceded(keyword("weight_set"), cut_err(listed(listed(weight))))).parse_next(input)?;
    let ids = opt(preceded(keyword("ids"), cut_err(listed(integer)))).parse_next(input)?;
    cut_err(keyword("}")).parse_next(input)?;
    Ok(ChooseArgEntry { bucket, weight_set: weight_set.unwrap_or_default(), ids: ids.unwrap_or_default() })
}

/// Alternatives of which none begins here are described together; an error inside one of them stays.
fn described<'t, O>(
    what: &'static str,
    mut alternatives: impl ModalParser<Input<'t>, O, ContextError>,
) -> impl ModalParser<Input<'t>, O, ContextError> {
    move |input: &mut Input<'t>| {
        blanks(input)?;
        let start = input.checkpoint();
        alternatives.parse_next(input).map_err(|error| match error {
            ErrMode::Backtrack(_) => {
                ErrMode::Backtrack(ContextError::new().add_context(input, &start, expected(what)))
            }
            error => error,
        })
    }
}

/// Values in brackets.
fn listed<'t, O>(
    value: impl ModalParser<Input<'t>, O, ContextError>,
) -> impl ModalParser<Input<'t>, Vec<O>, ContextError> {
    let list = (keyword("["), many(value), cut_err(keyword("]")));
    list.map(|((), values, ())| values)
}

/// As many values as match.
fn many<'t, O>(
    mut value: impl ModalParser<Input<'t>, O, ContextError>,
) -> impl ModalParser<Input<'t>, Vec<O>, ContextError> {
    move |input: &mut Input<'t>| {
        let mut values = Vec::new();
        extend(&mut values, &mut value, input)?;
        Ok(values)
    }
}

/// Appends as many values as match.
fn extend<'t, O>(
    values: &mut Vec<O>,
    value: &mut impl ModalParser<Input<'t>, O, ContextError>,
    input: &mut Input<'t>,
) -> ModalResult<()> {
    loop {
        let start = input.checkpoint();
        match value.parse_next(input) {
            Ok(value) => push(values, value, input)?,
            Err(ErrMode::Backtrack(_)) => {
                input.reset(&start);
                return Ok(());
            }
            Err(error) => return Err(error),
        }
    }
}

/// Appends a value, if there is room for it.
fn push<O>(values: &mut Vec<O>, value: O, input: &mut Input<'_>) -> ModalResult<()> {
    let fits = input.state.push(values, value);
    if fits { Ok(()) } else { Err(ErrMode::Cut(ContextError::new())) }
}

fn blanks(input: &mut Input<'_>) -> ModalResult<()> {
    take_while(0.., b' ').void().parse_next(input)
}

fn keyword<'t>(word: &'static str) -> impl ModalParser<Input<'t>, (), ContextError> {
    let expected = StrContext::Expected(StrContextValue::StringLiteral(word));
    preceded(blanks, literal(word.as_bytes()).void().context(expected))
}

/// A keyword's place.
fn start_of<'t>(word: &'static str) -> impl ModalParser<Input<'t>, usize, ContextError> {
    at(keyword(word)).map(|at| at.offset)
}

/// A token with its place.
fn at<'t, O>(
    mut token: impl ModalParser<Input<'t>, O, ContextError>,
) -> impl ModalParser<Input<'t>, At<O>, ContextError> {
    move |input: &mut Input<'t>| {
        blanks(input)?;
        let offset = input.current_token_start();
        token.parse_next(input).map(|value| At { value, offset })
    }
}

fn expected(what: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(what))
}

fn name<'t>(input: &mut Input<'t>) -> ModalResult<Word<'t>> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    at(take_while(1.., is_name).context(expected("a name"))).parse_next(input)
}

fn digits<'t>(input: &mut Input<'t>) -> ModalResult<&'t [u8]> {
    take_while(1.., |byte: u8| byte.is_ascii_digit()).parse_next(input)
}

fn posint(input: &mut Input<'_>) -> ModalResult<i32> {
    preceded(blanks, digits.map(number).context(expected("a number"))).parse_next(input)
}

fn negint(input: &mut Input<'_>) -> ModalResult<i32> {
    let negative = (b'-', digits).take().map(number);
    preceded(blanks, negative.context(expected("a negative number"))).parse_next(input)
}

fn integer(input: &mut Input<'_>) -> ModalResult<i32> {
    let integer = (opt(b'-'), digits).take().map(number);
    preceded(blanks, integer.context(expected("an integer"))).parse_next(input)
}

/// Upstream reads numbers of 64 bits, whose low half is what counts.
fn number(digits: &[u8]) -> i32 {
    let (negative, digits) = match digits {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, digits),
    };
    let value = digits.iter().fold(0_i64, |value, &digit| {
        let digit = i64::from(digit - b'0');
        value.saturating_mul(10).saturating_add(if negative { -digit } else { digit })
    });
    value as i32
}

/// A decimal fraction as a 16.16 weight.
fn weight(input: &mut Input<'_>) -> ModalResult<u32> {
    let sign = || opt(one_of(b"+-"));
    let whole = (digits, opt((b'.', opt(digits)))).void();
    let fraction = (b'.', digits).void();
    let exponent = opt((one_of(b"eE"), sign(), digits));
    let real = (sign(), alt((whole, fraction)), exponent).take().map(to_weight);
    preceded(blanks, real.context(expected("a weight"))).parse_next(input)
}

/// Rounded to single precision, then down. What is out of range wraps, as the conversion that upstream uses does on
/// x86-64: to 64 bits, of which the low half counts.
fn to_weight(real: &[u8]) -> u32 {
    let real = core::str::from_utf8(real).unwrap_or_default().parse::<f32>().unwrap_or(0.0) * 65536.0;
    // The least number that does not fit any more, 2^63.
    let end = i64::MAX as f32;
    if real >= -end && real < end { real as i64 as u32 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(text: &str) -> (usize, usize, String) {
        let error = match statements(text.as_bytes(), Release::default(), Room::default()) {
            Err(GrammarError::Syntax(error)) => error,
            other => panic!("{other:?}"),
        };
        (error.consumed, error.offset, error.expected.join(" or "))
    }

    #[test]
    fn weights_round_down() {
        let weight = |text: &str| to_weight(text.as_bytes());
        assert_eq!([weight("0.1"), weight("99.99999"), weight("0.00001")], [6553, 6553599, 0]);
        assert_eq!([weight("1234.56789"), weight("1.e1"), weight("+.5")], [80908640, 655360, 32768]);
        assert_eq!(
            [weight("-1"), weight("65536"), weight("70000"), weight("1e40")],
            [0xffff_0000, 0, 4464 << 16, 0]
        );
        assert_eq!(weight("-0.000001"), 0);
    }

    #[test]
    fn numbers_saturate_and_lose_their_upper_half() {
        let cases: [(&str, i32); 5] = [
            ("4294967295", -1),
            ("99999999999", 1215752191),
            ("18446744073709551615", -1),
            ("-99999999999999999999", 0),
            ("-7", -7),
        ];
        for (text, value) in cases {
            assert_eq!(number(text.as_bytes()), value, "{text}");
        }
    }

    #[test]
    fn tokens_may_touch() {
        let text = b"device7seven type1host host h{id-1alg straw2 item seven weight1pos0}";
        let parsed = statements(text, Release::default(), Room::default()).unwrap();
        assert_eq!(parsed.len(), 3);
        let Statement::Bucket(bucket) = &parsed[2] else { panic!() };
        assert_eq!(
            (bucket.ids[0].0.value, bucket.items[0].weight, bucket.items[0].position),
            (-1, Some(0x1_0000), Some(0))
        );
    }

    #[test]
    fn keywords_may_be_names() {
        let text =
            b"device 0 item type 0 osd type 1 rule rule rule { alg list item item weight 2 item item }";
        assert_eq!(statements(text, Release::default(), Room::default()).unwrap().len(), 4);
    }

    #[test]
    fn errors_name_what_is_expected_where() {
        assert_eq!(fails("device 0 a device 1"), (10, 19, "a name or `{`".into()));
        let (consumed, offset, expected) = fails("type 1 h h x { alg straw item }");
        assert_eq!((consumed, offset, expected.as_str()), (8, 30, "a name"));
        let (_, offset, expected) = fails("rule r { id 0 type replicated step tak }");
        assert_eq!((offset, expected.as_str()), (35, "a step"));
        let (_, offset, expected) = fails("rule r { id 0 type replicated step take ~ }");
        assert_eq!((offset, expected.as_str()), (40, "a name"));
    }

    #[test]
    fn lists_take_room() {
        let lists = "[]".repeat(1000);
        let text = format!("choose_args 1 {{ {{ bucket_id -1 weight_set [{lists}] }} }}");
        let read = |bytes| statements(text.as_bytes(), Release::default(), Room::of(bytes));
        assert_eq!(read(1000 * size_of::<Vec<u32>>()), Err(GrammarError::Lack(Lack::Room)));
        assert_eq!(read(1002 * size_of::<Statement<'_>>()).map(|statements| statements.len()), Ok(1));
        // Nor do statements go beyond it.
        let types = "type0a ".repeat(99) + "type0a";
        let read = |bytes| statements(types.as_bytes(), Release::default(), Room::of(bytes));
        assert_eq!(read(99 * size_of::<Statement<'_>>()), Err(GrammarError::Lack(Lack::Room)));
        assert_eq!(read(100 * size_of::<Statement<'_>>()).map(|statements| statements.len()), Ok(100));
    }

    #[test]
    fn the_phases_have_their_order() {
        let (consumed, offset, _) = fails("type 1 h h x { alg straw } device 0 a");
        assert_eq!((consumed, offset), (26, 36));
    }
}
