/**
 * When an Applet is to start by the clock: a trigger of the service Schedule, its fields, and the sentence without
 * those words.
 */
export type ReadSchedule = { slug: string; fields: Record<string, string>; rest: string }

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const PARTS_OF_DAY: Readonly<Record<string, string>> = {
  morning: '07:00',
  noon: '12:00',
  midday: '12:00',
  lunchtime: '12:00',
  afternoon: '15:00',
  evening: '19:00',
  night: '22:00',
  midnight: '00:00',
}

const DAY = `(?:${DAYS.map((day) => `${day}s?`).join('|')})`
const MONTH = `(?:${MONTHS.join('|')})`
const PART = `(?:${Object.keys(PARTS_OF_DAY).join('|')})s?`
const EVERY = '(?:every|each)'
const NUMBER_OF_DAY = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?|first)`

const CLOCK = new RegExp(
  String.raw`\b(?:at|around|by)?\s*\b(?:(\d{1,2})[:.h](\d\d)|(\d{1,2})(?=\s*(?:a\.?m|p\.?m|o.?clock)))\s*(a\.?m\.?|p\.?m\.?|o.?clock)?(?![\d%])|\bat (\d{1,2})(?!\s*%|\d)(?:\s+(?:in the|at) (${PART}))?|\b(?:at|in the|by) (${PART})\b|\b${EVERY} (?:[a-z]+day )?(${PART})\b`,
  'i',
)

/** Each kind of rhythm, the narrowest first. */
const RHYTHMS: readonly { pattern: string; read(found: string): Pick<ReadSchedule, 'slug' | 'fields'> }[] = [
  {
    pattern: String.raw`${EVERY} \d{1,2} min(?:ute)?s?`,
    read: (found) => ({ slug: 'cron', fields: { cron: `*/${numberIn(found)} * * * *` } }),
  },
  { pattern: `${EVERY} hour|hourly|once an hour`, read: () => ({ slug: 'every_hour', fields: { minute: '0' } }) },
  {
    pattern: String.raw`(?:${EVERY} year|yearly|annually)?,?\s*(?:on )?(?:the )?(?:${MONTH} ${NUMBER_OF_DAY}|${NUMBER_OF_DAY}(?: of)? ${MONTH})(?: (?:${EVERY} year|yearly))?`,
    read: (found) => ({ slug: 'every_year', fields: { month: `${monthIn(found)}`, day: numberIn(found) } }),
  },
  {
    pattern: String.raw`(?:on )?(?:the )?${NUMBER_OF_DAY}(?: day)? (?:of )?(?:${EVERY}|the|a) month|(?:monthly|${EVERY} month),?(?: on the ${NUMBER_OF_DAY})?`,
    read: (found) => ({ slug: 'every_month', fields: { day: numberIn(found) } }),
  },
  {
    pattern: String.raw`(?:(?:on|${EVERY}) )?(?:weekdays?|workdays?|working days?|weekends?)|monday (?:to|through|till|until|-) friday|(?:(?:on|${EVERY}) )?${DAY}(?:(?:,| and|, and) ${DAY})+`,
    read: (found) => ({ slug: 'every_weekday', fields: { weekdays: daysIn(found).join('\n') } }),
  },
  {
    pattern: String.raw`(?:on|${EVERY}) ${DAY}|weekly(?:,? on ${DAY})?|once a week|${EVERY} week`,
    read: (found) => ({ slug: 'every_week', fields: { weekday: daysIn(found)[0] ?? '1' } }),
  },
  {
    pattern: String.raw`${EVERY} ?day|daily(?! digest)|once a day|${EVERY} ${PART}|nightly`,
    read: () => ({ slug: 'every_day', fields: {} }),
  },
]

/** Finds a rhythm, a time of day, or both. Null: the sentence names neither. */
export function readSchedule(sentence: string): ReadSchedule | null {
  for (const { pattern, read } of RHYTHMS) {
    const found = new RegExp(String.raw`(?<![\w-])(?:${pattern})(?![\w-])`, 'i').exec(sentence)
    if (!found) continue
    const { slug, fields } = read(found[0].toLowerCase())
    const { time, rest } = readTime(sentence.replace(found[0], ` ${partIn(found[0])} , `))
    return { slug, fields: { ...fields, ...(takesTime(slug) && { time: time ?? '09:00' }) }, rest }
  }
  const { time, rest } = readTime(sentence)
  return time === null ? null : { slug: 'every_day', fields: { time }, rest }
}

function takesTime(slug: string): boolean {
  return slug !== 'cron' && slug !== 'every_hour'
}

/** "every morning at 7" keeps its morning, so that a later time of day can replace it. */
function partIn(found: string): string {
  return /morning|afternoon|evening|night/i.exec(found)?.[0].toLowerCase().replace(/^/, 'in the ') ?? ''
}

function readTime(text: string): { time: string | null; rest: string } {
  let rest = text
  let part = ''
  let clock: { hour: number; minute: string; half: string } | null = null
  for (let found = CLOCK.exec(rest); found; found = CLOCK.exec(rest)) {
    rest = rest.replace(found[0], ' , ')
    const [, hour, minute = '00', plainHour, half = '', bareHour, ...parts] = found
    part ||= (parts.find(Boolean) ?? '').toLowerCase().replace(/s$/, '')
    const digits = hour ?? plainHour ?? bareHour
    if (digits !== undefined) clock = { hour: Number(digits), minute, half }
  }
  const time = clock ? clockTime(clock.hour, clock.minute, clock.half || part) : PARTS_OF_DAY[part]
  return { time: time ?? null, rest }
}

/** `half`: am, pm, or a part of the day. */
function clockTime(hour: number, minute: string, half: string): string | null {
  if (hour > 24 || Number(minute) > 59) return null
  const isLate = /^p|afternoon|evening|night/i.test(half) && hour < 12
  const isMidnight = /^a/i.test(half) && hour === 12
  const hours = isLate ? hour + 12 : isMidnight ? 0 : hour % 24
  return `${String(hours).padStart(2, '0')}:${minute}`
}

function numberIn(found: string): string {
  return /\d{1,2}/.exec(found)?.[0] ?? '1'
}

function monthIn(found: string): number {
  return MONTHS.findIndex((month) => found.includes(month)) + 1
}

/** As Schedule counts them: 0 is Sunday. */
function daysIn(found: string): string[] {
  if (/weekend/.test(found)) return ['6', '0']
  if (/weekday|work|monday (?:to|through|till|until|-) friday/.test(found)) return ['1', '2', '3', '4', '5']
  return DAYS.flatMap((day, index) => (found.includes(day) ? [`${index}`] : []))
}
