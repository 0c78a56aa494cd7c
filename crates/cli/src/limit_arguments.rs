//! Limits as people write them: `90`, `90s`, `5m`, `2h`; `500M`, `4G`; `2_000_000`, `3e6`.

use std::time::Duration;

/// A duration: a number of seconds, or a number with `ms`, `s`, `m` or `h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    const UNITS: &[(&str, f64)] = &[("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, scale) = with_unit(text, UNITS);
    number
        .parse::<f64>()
        .ok()
        .and_then(|number| Duration::try_from_secs_f64(number * scale).ok())
        .ok_or_else(|| "a time such as 30s, 5m or 2h is needed".to_owned())
}

/// A number of bytes, with `k`, `M` or `G` for powers of 1024.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    const UNITS: &[(&str, f64)] = &[("k", 1024.0), ("K", 1024.0), ("M", 1_048_576.0), ("G", 1_073_741_824.0)];
    let plain = text.trim_end_matches('B').trim_end_matches('i');
    let (number, scale) = with_unit(plain, UNITS);
    let bytes = number.parse::<f64>().ok().map(|number| number * scale);
    match bytes {
        Some(bytes) if (1.0..1e18).contains(&bytes) => Ok(bytes as u64),
        _ => Err("a size such as 500M or 4G is needed".to_owned()),
    }
}

/// A count, with underscores or in the form 3e6.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let count = plain.parse::<u64>().ok().or_else(|| {
        let (digits, zeros) = plain.split_once(['e', 'E'])?;
        digits.parse::<u64>().ok()?.checked_mul(10u64.checked_pow(zeros.parse().ok()?)?)
    });
    count.ok_or_else(|| "a whole number such as 2000000, 2_000_000 or 2e6 is needed".to_owned())
}

/// The number without its unit, and what the unit is worth; the longest unit that fits counts.
fn with_unit<'a>(text: &'a str, units: &[(&str, f64)]) -> (&'a str, f64) {
    let found = units.iter().filter(|(unit, _)| text.ends_with(unit)).max_by_key(|(unit, _)| unit.len());
    found.map_or((text, 1.0), |&(unit, scale)| (text.strip_suffix(unit).unwrap_or(text).trim_end(), scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_people_write_them() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(memory("4G"), Ok(4 << 30));
        assert_eq!(memory("500MiB"), Ok(500 << 20));
        assert_eq!(count("2_000"), Ok(2000));
        assert_eq!(count("3e6"), Ok(3_000_000));
    }

    #[test]
    fn what_is_no_limit_is_refused() {
        for text in ["", "-1", "soon", "1y", "nan"] {
            assert!(duration(text).is_err(), "{text}");
            assert!(memory(text).is_err(), "{text}");
            assert!(count(text).is_err(), "{text}");
        }
        assert!(count("1e30").is_err());
    }
}
