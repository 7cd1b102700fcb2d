//! Lists on the command line.

use crate::describe::NONE;

/// Devices: `3,4,NONE`.
pub(crate) fn devices(text: &str) -> Result<Vec<i32>, String> {
    text.split(',').map(device).collect()
}

/// A device: a number, `osd.NUMBER`, or `NONE`.
pub(crate) fn device(text: &str) -> Result<i32, String> {
    if text == "NONE" {
        return Ok(NONE);
    }
    let number = text.strip_prefix("osd.").unwrap_or(text).parse().ok();
    number
        .filter(|&id: &i32| id >= 0)
        .ok_or_else(|| format!("'{text}' is no device: write its number, or NONE"))
}

/// Pairs of devices: `3:5,4:7`.
pub(crate) fn pairs(text: &str) -> Result<Vec<(i32, i32)>, String> {
    let pair = |pair: &str| {
        let (from, to) = pair.split_once(':').ok_or_else(|| format!("'{pair}' is no pair: write FROM:TO"))?;
        Ok((device(from)?, device(to)?))
    };
    text.split(',').map(pair).collect()
}

/// A device and its weight, from 0 (out) to 1 (in), as 16.16: `4=0.5`.
pub(crate) fn weight(text: &str) -> Result<(i32, u32), String> {
    let (device_text, weight) =
        text.split_once('=').ok_or_else(|| format!("'{text}': write DEVICE=WEIGHT"))?;
    let weight: f64 = weight.parse().map_err(|_| format!("'{weight}' is no weight"))?;
    if !(0.0..=1.0).contains(&weight) {
        return Err(format!("{weight} is no weight: 0 is out, 1 is in"));
    }
    Ok((device(device_text)?, (weight * 65536.0).round() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        assert_eq!(devices("3,osd.4,NONE"), Ok(vec![3, 4, NONE]));
        assert_eq!(pairs("3:5,4:7"), Ok(vec![(3, 5), (4, 7)]));
        assert_eq!(weight("4=0.5"), Ok((4, 0x8000)));
        assert!(devices("3,-1").is_err() && pairs("3").is_err() && weight("4=2").is_err());
    }
}
