//! Whether a map can be mapped over safely (`crushx.h`).

use super::errno::INVALID;
use super::last_error::fail;
use crate::abi::crush_map;
use crate::validate::{Finding, Place, Report, Severity, validate, worst_case};
use crate::view::MapView;
use core::ffi::{c_char, c_int};
use std::io::Write;

/// Findings that a report holds; more are only counted.
pub const CRUSHX_REPORT_FINDINGS: usize = 16;
/// Places of a result that the work of a report is told for.
pub const CRUSHX_REPORT_PLACES: usize = 32;
/// Bytes of a finding's text, with the terminator.
pub const CRUSHX_FINDING_TEXT: usize = 112;

/// Something in a map that a mapping would stumble over, or that is hardly meant.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crushx_finding {
    /// 1 if other implementations crash, read beyond arrays, abort or never return when a mapping gets there; 0 if it is only
    /// odd.
    pub is_unsafe: c_int,
    /// Id of the bucket that it is found in, 0 if it is in none.
    pub bucket: i32,
    /// Number of the rule that it is found in, -1 if it is in none.
    pub rule: i32,
    /// Index of the item or step, -1 if it is none of one.
    pub index: i32,
    /// Where and what it is, in words.
    pub text: [c_char; CRUSHX_FINDING_TEXT],
}

/// What is to be said about a map.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crushx_report {
    /// Findings that are unsafe; a map without any can be mapped over safely by any implementation.
    pub unsafe_count: u64,
    /// Findings that are odd.
    pub odd_count: u64,
    /// Draws, one for each item of a bucket that is chosen from, that mapping one input to `CRUSHX_REPORT_PLACES` devices
    /// takes at most, whatever the device weights, by the rule that takes most; `UINT64_MAX` if it may never end.
    pub draws: u64,
    /// Number of that rule, -1 without rules.
    pub rule: i32,
    /// Levels of buckets, one above another, of the deepest part.
    pub depth: u32,
    /// Entries of `findings`.
    pub count: u32,
    /// The first findings, unsafe ones first.
    pub findings: [crushx_finding; CRUSHX_REPORT_FINDINGS],
}

/// Looks for all in `map` that would make a mapping crash, run wild or never end in other implementations, for what is
/// hardly meant, and for how much work a mapping can be. This library maps over any map, whatever is found.
///
/// Returns 0 whatever is found, -EINVAL for NULL, -ENOMEM. Takes time like the size of the map for each choose step of its
/// rules.
///
/// # Safety
/// `map` is NULL or a map whose arrays are NULL or as long as its counts say, and nobody changes it during the call;
/// `report` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_validate(map: *const crush_map, report: *mut crushx_report) -> c_int {
    // SAFETY: the caller promises a valid map.
    let Some(view) = (unsafe { MapView::from_ptr(map) }).filter(|_| !report.is_null()) else {
        return fail(-INVALID, &"crushx_validate needs a map and a report");
    };
    match validate(&view, CRUSHX_REPORT_PLACES) {
        Ok(found) => {
            // SAFETY: not NULL, so the caller promises that it is writable.
            unsafe { report.write(c_report(&found)) };
            0
        }
        Err(error) => fail(libc::ENOMEM, &error),
    }
}

/// Tells how many choices, and draws in all of them, mapping one input by rule `ruleno` to `result_max` places takes at most,
/// whatever the device weights: the bound that a placer holds against its budget. `UINT64_MAX` stands for more than fit;
/// an unknown rule takes none.
///
/// Returns 0, -EINVAL for NULL, -ENOMEM. Either of `choices` and `draws` may be NULL.
///
/// # Safety
/// `map` as for `crushx_validate`; `choices` and `draws` are NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_worst_case(
    map: *const crush_map,
    ruleno: u32,
    result_max: usize,
    choices: *mut u64,
    draws: *mut u64,
) -> c_int {
    // SAFETY: the caller promises a valid map.
    let Some(view) = (unsafe { MapView::from_ptr(map) }) else {
        return fail(-INVALID, &"crushx_worst_case needs a map");
    };
    let work = match worst_case(&view, ruleno, result_max) {
        Ok(work) => work,
        Err(error) => return fail(libc::ENOMEM, &error),
    };
    for (place, value) in [(choices, work.choices), (draws, work.draws)] {
        if !place.is_null() {
            // SAFETY: not NULL, so the caller promises that it is writable.
            unsafe { place.write(value) };
        }
    }
    0
}

fn c_report(report: &Report) -> crushx_report {
    let mut findings = [NOTHING; CRUSHX_REPORT_FINDINGS];
    let of = |severity| report.findings.iter().filter(move |finding| finding.fault.severity() == severity);
    let mut count = 0;
    for (place, finding) in findings.iter_mut().zip(of(Severity::Unsafe).chain(of(Severity::Odd))) {
        *place = c_finding(finding);
        count += 1;
    }
    crushx_report {
        unsafe_count: report.unsafe_count,
        odd_count: report.odd_count,
        draws: report.worst.map_or(0, |(_, work)| work.draws),
        rule: report.worst.map_or(-1, |(rule, _)| number(rule)),
        depth: u32::try_from(report.depth).unwrap_or(u32::MAX),
        count,
        findings,
    }
}

const NOTHING: crushx_finding =
    crushx_finding { is_unsafe: 0, bucket: 0, rule: -1, index: -1, text: [0; CRUSHX_FINDING_TEXT] };

fn c_finding(finding: &Finding) -> crushx_finding {
    let mut found = NOTHING;
    found.is_unsafe = (finding.fault.severity() == Severity::Unsafe).into();
    match finding.place {
        Place::Map => {}
        Place::Bucket(bucket) => found.bucket = bucket,
        Place::Item { bucket, index } => (found.bucket, found.index) = (bucket, number(index)),
        Place::Rule(rule) => found.rule = number(rule),
        Place::Step { rule, step } => (found.rule, found.index) = (number(rule), number(step)),
    }
    let mut text = [0u8; CRUSHX_FINDING_TEXT];
    // The last byte stays 0; what does not fit is cut.
    let _ = write!(&mut text[..CRUSHX_FINDING_TEXT - 1], "{finding}");
    found.text = text.map(|byte| byte as c_char);
    found
}

fn number<N: TryInto<i32>>(number: N) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}
