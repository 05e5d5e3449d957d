import { MONTH_NAMES, WEEKDAY_NAMES } from '../../../contract/shared/calendar-names.ts'

const HOURS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'

/** Numbers in words. */
export const COUNTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(HOURS.split('|').map((word, at) => [word, at + 1])),
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  'forty-five': 45,
  sixty: 60,
  ninety: 90,
}

/**
 * When an Applet is to start by the clock: a trigger of the service Schedule, its fields, and the sentence without
 * those words.
 */
export type ReadSchedule = {
  slug: string
  fields: Record<string, string>
  rest: string
  /** Times that no field has. */
  left: readonly string[]
  /** The part of the day, or the bare early hour, for which the time stands; null where the time itself was said. */
  part: string | null
}

const [DAYS = [], MONTHS = []] = [WEEKDAY_NAMES, MONTH_NAMES].map((names) => names.map((name) => name.toLowerCase()))
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

/** Patterns of the names of each day, from Sunday on, whole or short, but not the sun that sets. */
const DAY_NAMES = DAYS.map(
  (day) =>
    String.raw`${day.slice(0, 3)}(?:${day.slice(3)}s?|(?<=tue|wed)s|(?<=thu)rs?)?(?! (?:sets?|rises?|is|goes|comes|light)\b)`,
)
const DAY = String.raw`(?:(?:${DAY_NAMES.join('|')})(?![a-z]))`
/** A month, whole or short. */
export const MONTH = `(?:${MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|')})`
const PART = `(?:${Object.keys(PARTS_OF_DAY).join('|')})s?`
const EVERY = '(?:every|each)'
const WORKDAYS = String.raw`(?:weekdays?|workdays|(?<=\b(?:on|each|every) )workday|working days?|${DAY} ?(?:to|through|till|until|-|–) ?${DAY})`
/** Days of the week as people name them, for `daysIn`. */
export const DAYS_SAID = String.raw`(?:${WORKDAYS}|weekends?|(?:the )?weekend|${DAY}(?:(?:,|,? and| or| [+&]) ${DAY})*)`
const NUMBER_OF_DAY = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?|first)`
const SEVERAL_DAYS = `${NUMBER_OF_DAY}(?:,? ${NUMBER_OF_DAY})*,? and (?:the )?${NUMBER_OF_DAY}`

/** A day of the year. */
export const DATE = `(?:${MONTH} ${NUMBER_OF_DAY}|${NUMBER_OF_DAY}(?: of)? ${MONTH})`

const CLOCK = new RegExp(
  String.raw`(?<!\b(?:before|after|until) )\b(?:at|around|by|and)?\s*\b(?:(\d{1,2})[:.h](\d\d)|(\d{1,2})(?=\s*(?:a\.?m|p\.?m|o.?clock)))\s*(a\.?m\.?|p\.?m\.?|o.?clock)?(?![\d%])|\b(?:at|(?<=,\s*)and) (\d{1,2})(?!\s*%|\d)(?:\s+(?:in the|at) (${PART}))?|\b(?:at|in the|by) (${PART})\b|\b${EVERY} (?:[a-z]+day )?(${PART})\b|(?<=,\s*)and (?:at )?(noon|midday|midnight)\b`,
  'i',
)

/** Times of their own, which no other time is in. */
const POINTS = /^(?:noon|midday|midnight)$/

/** Before days on which nothing is to start. */
export const EXCLUDING = 'not|no|never|except|excluding|skip(?:ping)?|apart from|other than'
const NEGATED = String.raw`\b(?:${EXCLUDING})(?: (?:on|at|in|over|during|for|the|an?))* `

/** `months`: of a cron expression. */
type Rhythm = Pick<ReadSchedule, 'slug' | 'fields'> & { months?: string }

/** "from march to october". */
const SEASON = new RegExp(
  String.raw`\b(?:only )?(?:from|between) (${MONTH}) (?:to|and|till|until|through|-|–) (${MONTH})(?![a-z])(?! \d)`,
  'i',
)

/** Each kind of rhythm, the narrowest first. */
const RHYTHMS: readonly { pattern: string; read(found: string): Rhythm }[] = [
  {
    pattern: String.raw`(?:cron:? |(?=[\d,/ -]*\*))(?:[\d*,/-]+ ){4}[\d*,/-]+`,
    read: (found) => ({ slug: 'cron', fields: { cron: found.replace(/^cron:? /, '') } }),
  },
  {
    pattern: String.raw`${EVERY} (?:${partsOf(60)}) min(?:ute)?s?`,
    read: (found) => ({ slug: 'cron', fields: { cron: `*/${numberIn(found)} * * * *` } }),
  },
  {
    pattern: `${EVERY} (?:half|quarter)(?: an| of an)? hour`,
    read: (found) => ({ slug: 'cron', fields: { cron: `*/${/half/.test(found) ? 30 : 15} * * * *` } }),
  },
  {
    pattern: String.raw`${EVERY} (?:${partsOf(24)}) h(?:ou)?rs?`,
    read: (found) => ({ slug: 'cron', fields: { cron: `0 */${numberIn(found)} * * *` } }),
  },
  { pattern: `${EVERY} minute`, read: () => ({ slug: 'cron', fields: { cron: '* * * * *' } }) },
  {
    pattern: String.raw`(?:${EVERY} hour|hourly|once (?:an|per|every|each) hour)(?:,? (?:at|on) (?:minute |:)\d{1,2}|,? at \d{1,2} (?:minutes )?past|,? (?:at |on )?(?:the )?(?:a )?(?:half|quarter)(?: past| hour)?)?|(?:at )?(?:\d{1,2}(?: minutes)?|half|(?:a )?quarter) past ${EVERY} hour`,
    read: (found) => ({ slug: 'every_hour', fields: minuteIn(found) }),
  },
  {
    pattern: String.raw`(?:${EVERY} year|yearly|annually|once (?:a|per|every|each) year)?,?\s*(?:on )?(?:the )?${DATE}`,
    read: (found) => ({ slug: 'every_year', fields: { month: `${monthIn(found)}`, day: numberIn(found) } }),
  },
  {
    // Shorter months have the 31st on their last day.
    pattern: String.raw`(?:on )?(?:the )?(?:${SEVERAL_DAYS}|${NUMBER_OF_DAY}|last(?= day))(?: day)? (?:of )?(?:${EVERY}|the|a) month|(?:monthly|quarterly|(?:once|twice) (?:a|per|every|each) month|${EVERY} (?:month|quarter)),?(?: on (?:the )?(?:${SEVERAL_DAYS}|${NUMBER_OF_DAY})(?: day)?)?|on the ${SEVERAL_DAYS}`,
    read: (found) => {
      const days = found.match(/\d+|first|last/g)?.map((day) => (day === 'last' ? '31' : numberIn(day)))
      const months = found.includes('quarter') ? '*/3' : '*'
      return { slug: 'every_month', fields: days ? { day: days.join() } : {}, months }
    },
  },
  {
    pattern: String.raw`(?:(?:from|on|${EVERY}) )?(?:${WORKDAYS}|weekends?)(?: ${PART})?|(?:twice a week,? )?(?:(?:on|${EVERY}) )?${DAY}(?:(?:,? and|,| [+&])? (?:on )?${DAY})+(?: ${PART})?`,
    read: (found) => ({ slug: 'every_weekday', fields: { weekdays: daysIn(found).join('\n') } }),
  },
  {
    pattern: String.raw`(?:on|${EVERY}) ${DAY}(?: ${PART})?|weekly(?:,? on ${DAY})?|${DAY}(?<=days)|once (?:a|per|every|each) week|${EVERY} week`,
    read: (found) => ({ slug: 'every_week', fields: Object.fromEntries(daysIn(found).map((day) => ['weekday', day])) }),
  },
  {
    pattern: String.raw`${EVERY} ?day|daily(?! digest)|(?:once|twice|\w+ times) (?:a|per|every|each) day|${EVERY} ${PART}|nightly`,
    read: () => ({ slug: 'every_day', fields: {} }),
  },
]

/**
 * Finds a rhythm, a time of day, or both. Null: the sentence names neither. Only what was said is in the fields, and for a
 * part of the day a time in it.
 */
export function readSchedule(given: string): ReadSchedule | null {
  const sentence = inDigits(given)
  for (const { pattern, read } of RHYTHMS) {
    const found = new RegExp(
      String.raw`(?<![\w-]|\bfor (?:the |this |next )?|${NEGATED})(?:${pattern})(?![\w-])`,
      'i',
    ).exec(sentence)
    if (!found) continue
    const rhythm = read(found[0].toLowerCase())
    const rest = sentence.replace(found[0], ` ${partIn(found[0])} , `)
    const [season, ...ends] = SEASON.exec(rest) ?? []
    const [first = 0, last = 0] = ends.map((month) => monthIn(month.toLowerCase()))
    const inSeason =
      season && takesTime(rhythm.slug) && first < last
        ? atTimes({ ...rhythm, months: `${first}-${last}` }, readTimes(rest.replace(season, ' , ')))
        : null
    if (inSeason?.slug === 'cron') return inSeason
    return atTimes(rhythm, readTimes(rhythm.slug === 'every_year' ? rest.replace(YEARLY, '') : rest))
  }
  const read = readTimes(sentence)
  return read.times.length === 0 ? null : atTimes({ slug: 'every_day', fields: {} }, read)
}

/** Beside a date. */
const YEARLY = /\b(?:yearly|annually|(?:every|each|once a) year)\b/i

/** Several times with the same minute are a cron expression; no schedule has others. */
function atTimes({ slug, fields, months = '*' }: Rhythm, { times, rest, said, part }: Times): ReadSchedule {
  const [time, ...others] = times
  const unsaid = { slug, fields, rest, left: said, part: null }
  if (!takesTime(slug) || time === undefined) return unsaid
  const { day = '*' } = fields
  if (others.length === 0 && !day.includes(',') && months === '*')
    return { slug, fields: { ...fields, time }, rest, left: [], part }
  const [hours, minutes] = [times.map((each) => Number(each.slice(0, 2))), new Set(times.map((each) => each.slice(3)))]
  const isDaily = slug === 'every_day' || (slug === 'every_month' && day !== '*')
  const days = isDaily ? '*' : (fields['weekday'] ?? fields['weekdays']?.replaceAll('\n', ','))
  // Each of other days has a time of its own.
  const hasOthers = new RegExp(String.raw`\b${DAYS_SAID}\b`, 'i').test(rest)
  if (minutes.size > 1 || days === undefined || hasOthers || day === '31') return unsaid
  const cron = `${Number([...minutes][0])} ${hours.join(',')} ${day} ${months} ${days}`
  return { slug: 'cron', fields: { cron }, rest, left: [], part: null }
}

function takesTime(slug: string): boolean {
  return slug !== 'cron' && slug !== 'every_hour'
}

/** "every morning at 7" keeps its morning, so that a later time of day can replace it. */
function partIn(found: string): string {
  return /morning|afternoon|evening|night/i.exec(found)?.[0].toLowerCase().replace(/^/, 'in the ') ?? ''
}

/** `said`: the words of the times; `rest`: the text without them; `part`: as of `ReadSchedule`. */
type Times = { times: string[]; said: string[] } & Pick<ReadSchedule, 'rest' | 'part'>

function readTimes(whole: string): Times {
  let rest = whole
  let part = ''
  let early: string | null = null
  const said: string[] = []
  const points: string[] = []
  const clocks: { hour: number; minute: string; half: string }[] = []
  for (let found = CLOCK.exec(rest); found; found = CLOCK.exec(rest)) {
    rest = rest.replace(found[0], ' , ')
    const [, hour, minute = '00', plainHour, half = '', bareHour, ...parts] = found
    said.push(found[0].trim())
    const named = (parts.find(Boolean) ?? '').toLowerCase().replace(/s$/, '')
    if (POINTS.test(named)) points.push(PARTS_OF_DAY[named] ?? '')
    else part ||= named
    const digits = hour ?? plainHour ?? bareHour
    if (digits !== undefined) clocks.push({ hour: Number(digits), minute, half })
    if (/^[1-6]$/.test(digits ?? '') && found[2] === undefined && half === '') early ??= found[0].trim()
  }
  const read = clocks.map(({ hour, minute, half }) => clockTime(hour, minute, /^[ap]/i.test(half) ? half : part))
  const exact = [...read, ...points]
  const times = exact.length > 0 ? exact : [PARTS_OF_DAY[part] ?? null]
  return {
    times: [...new Set(times.filter((time) => time !== null))].toSorted(),
    said,
    rest,
    // "at 4" may be meant for the afternoon.
    part: exact.length === 0 ? part : part === '' ? early : null,
  }
}

/** `half`: am, pm, or a part of the day. */
function clockTime(hour: number, minute: string, half: string): string | null {
  if (hour > 24 || Number(minute) > 59) return null
  const isNight = /^night/i.test(half)
  const isLate = (/^p|afternoon|evening/i.test(half) || (isNight && hour > 5)) && hour < 12
  const isMidnight = (isNight || /^a/i.test(half)) && hour === 12
  const hours = isLate ? hour + 12 : isMidnight ? 0 : hour % 24
  return `${String(hours).padStart(2, '0')}:${minute}`
}

/** Numbers into which so much can be parted. */
function partsOf(whole: number): string {
  return Array.from({ length: whole / 2 - 1 }, (_, at) => at + 2)
    .filter((part) => whole % part === 0)
    .toReversed()
    .join('|')
}

function numberIn(found: string): string {
  return /\d{1,2}/.exec(found)?.[0] ?? '1'
}

/** "at quarter past", "at minute 30": the minute of each hour; none for the whole hour. */
function minuteIn(found: string): Record<string, string> {
  const minute = /half/.test(found) ? '30' : /quarter/.test(found) ? '15' : /\d{1,2}/.exec(found)?.[0]
  return minute === undefined || Number(minute) > 59 ? {} : { minute: `${Number(minute)}` }
}

function monthIn(found: string): number {
  const said = new RegExp(String.raw`\b${MONTH}(?![a-z])`).exec(found)?.[0].slice(0, 3) ?? ''
  return MONTHS.findIndex((month) => month.startsWith(said)) + 1
}

/** "every three hours", "every 90 minutes": how many of what. */
const OFTEN = new RegExp(
  String.raw`\b(every|each) (${Object.keys(COUNTS).join('|')}|\d+)(?= (h|m)(?:(?:ou)?rs?|in(?:ute)?s?)\b)`,
  'gi',
)

/** Whether a schedule can say "every 20 minutes": so many minutes or hours part the hour or the day. */
export function partsClock(rhythm: string): boolean {
  const [[, , count = '', unit = ''] = []] = rhythm.matchAll(OFTEN)
  const number = COUNTS[count.toLowerCase()] ?? Number(count)
  const whole = /^h/i.test(unit) ? 24 : 60
  return number > 1 && number < whole && whole % number === 0
}

const HOUR = String.raw`(\d{1,2}|${HOURS})`
/** "half past seven", "half seven", "quarter to six", "ten past nine", "at nine", but no range "from five to six". */
const TIME_SAID = new RegExp(
  String.raw`(?<!\b(?:from|between) )\b(?:((?:a )?quarter|five|ten|twenty(?:[ -]five)?|half|\d\d?(?= past| minutes)|(?<=\bat )\d\d?(?= to \d))(?: minutes)? (past|to) |(half) )${HOUR}\b|(?<=\bat )(${HOURS})\b`,
  'gi',
)

/** The sentence with figures for its times in words; `told`: what stood there. */
export function timesInFigures(text: string, told: Figure[] = []): string {
  return text.replaceAll(
    TIME_SAID,
    (said, part: string | undefined, way, half: string | undefined, ...hours: string[]) => {
      const word = hours.find(Boolean)?.toLowerCase() ?? ''
      const hour = COUNTS[word] ?? Number(word)
      const minute = minutesIn((part ?? half ?? '').toLowerCase())
      const isTo = /to/i.test(way) && minute > 0
      const as = `${isTo ? hour - 1 || 12 : hour}:${String(isTo ? 60 - minute : minute).padStart(2, '0')}`
      told.push({ said, as })
      return as
    },
  )
}

/** What was said, and what it is in figures. */
export type Figure = { said: string; as: string }

function minutesIn(part: string): number {
  if (/half/.test(part)) return 30
  if (/quarter/.test(part)) return 15
  return part.split(/[ -]/).reduce((sum, word) => sum + (COUNTS[word] ?? Number(word)), 0)
}

/** "when it is 9" as "at 9", "at 20h" as "at 20:00", "every 2h" as "every 2 hours". */
function inDigits(text: string): string {
  return timesInFigures(
    text
      .replaceAll(/((?:\b(?:at|around|by|and)|,) \d{1,2})h(?!\w| (?:later|after|before)\b)/gi, '$1:00')
      .replaceAll(
        /\b((?:every|each) \d+) ?(?:(h)|m|min)(?!\w)/gi,
        (_, every: string, hour?: string) => `${every} ${hour ? 'hours' : 'minutes'}`,
      )
      .replaceAll(OFTEN, (_, every: string, count: string) => `${every} ${COUNTS[count.toLowerCase()] ?? count}`)
      .replaceAll(/\bwhen(?:ever)? it(?:['’]s| is) (?=\d|noon|midnight)/gi, 'at '),
  )
}

/** Lists the days that these words name, as Schedule counts them: 0 is Sunday. */
export function daysIn(found: string): string[] {
  if (/weekend/.test(found)) return ['6', '0']
  if (/weekday|work/.test(found)) return ['1', '2', '3', '4', '5']
  const range = new RegExp(`(${DAY}) ?(?:to|through|till|until|-|–) ?(${DAY})`).exec(found)
  if (range) {
    const [first = 0, last = 0] = range
      .slice(1)
      .map((day) => DAYS.findIndex((each) => each.startsWith(day.slice(0, 3))))
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => `${(first + at) % 7}`)
  }
  return DAY_NAMES.flatMap((day, index) => (new RegExp(String.raw`\b${day}(?![a-z])`).test(found) ? [`${index}`] : []))
}
