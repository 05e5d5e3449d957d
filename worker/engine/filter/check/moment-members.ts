/** What a moment has, of moment and its time zones. */
export const MOMENT_MEMBERS = (
  'add calendar clone creationData date dates day dayOfYear days daysInMonth diff endOf eraAbbr eraName eraNarrow ' +
  'eraYear format from fromNow get hasAlignedHourOffset hour hours inspect invalidAt isAfter isBefore isBetween isDST ' +
  'isDSTShifted isLeapYear isLocal isSame isSameOrAfter isSameOrBefore isUTC isUtc isUtcOffset isValid isoWeek ' +
  'isoWeekYear isoWeekday isoWeeks isoWeeksInISOWeekYear isoWeeksInYear lang local locale localeData max millisecond ' +
  'milliseconds min minute minutes month months parseZone parsingFlags quarter quarters second seconds set startOf ' +
  'subtract to toArray toDate toISOString toJSON toNow toObject toString tz unix utc utcOffset valueOf week weekYear ' +
  'weekday weeks weeksInWeekYear weeksInYear year years zone zoneAbbr zoneName'
).split(' ')
