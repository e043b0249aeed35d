//! A moment given by the caller; this layer knows no clock.

/// Milliseconds since 1970-01-01 00:00 UTC, as VASSAL's `dateSaved`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Midnight UTC of a day of the Gregorian calendar; `month` and `day` from 1.
    #[must_use]
    pub fn from_day(year: i32, month: u8, day: u8) -> Self {
        let year = i64::from(year) - i64::from(month <= 2);
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let shifted = (i64::from(month) + 9).rem_euclid(12);
        let day_of_year = (153 * shifted + 2) / 5 + i64::from(day) - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Self((era * 146_097 + day_of_era - 719_468) * 86_400_000)
    }

    /// Year, month and day, hour, minute and second in UTC.
    #[must_use]
    pub fn civil(self) -> (i64, u8, u8, u8, u8, u8) {
        let seconds = self.0.div_euclid(1000);
        let days = seconds.div_euclid(86_400) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let small = |value: i64| u8::try_from(value).unwrap_or(0);
        let clock = seconds.rem_euclid(86_400);
        (
            year,
            small(month),
            small(day_of_year - (153 * shifted + 2) / 5 + 1),
            small(clock / 3600),
            small(clock / 60 % 60),
            small(clock % 60),
        )
    }

    /// The moment in the form of zip entries, which begins in 1980 and ends in 2107.
    pub(super) fn to_zip(self) -> zip::DateTime {
        let (year, month, day, hour, minute, second) = self.civil();
        u16::try_from(year)
            .ok()
            .and_then(|year| zip::DateTime::from_date_and_time(year, month, day, hour, minute, second).ok())
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn days_and_moments_agree() {
        assert_eq!(Timestamp::from_day(1970, 1, 1), Timestamp(0));
        assert_eq!(Timestamp::from_day(2000, 3, 1).0 / 86_400_000, 11_017);
        for (year, month, day) in [(1941, 12, 7), (2024, 2, 29), (2026, 11, 21)] {
            let civil = Timestamp::from_day(year, month, day).civil();
            assert_eq!(civil, (i64::from(year), month, day, 0, 0, 0));
        }
    }
}
