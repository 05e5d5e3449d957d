import type { AppletDraft } from '../../contract/drafts/draft.ts'
import {
  COUNTS,
  DATE,
  daysIn,
  DAYS_SAID,
  EXCLUDING,
  MONTH,
  partsClock,
  readSchedule,
} from '../../services/catalog/words/read-schedule.ts'
import { WHEN } from '../../services/catalog/words/fillers.ts'
import { isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { CLOCK_TIME, DURATION, minuteOfDay, secondsOf } from './read-durations.ts'

/** What a sentence says of an Applet's pace: each part, its words, and its value. Days as Schedule counts them, from Sunday. */
export type Limit =
  | { kind: 'wait'; text: string; seconds: number }
  | { kind: 'min_gap'; text: string; seconds: number }
  /** `assumed`: its hours in words, where they were not said. */
  | { kind: 'quiet'; text: string; quiet: NonNullable<AppletDraft['quiet']>; assumed?: string }
  | { kind: 'days'; text: string; days: readonly number[] }
  /** What no schedule can say. */
  | { kind: 'unsayable'; text: string }
  /** How long something has to be so, which no trigger can say. */
  | { kind: 'lasting'; text: string }

/** `text`: the sentence, with a mark in place of each limit. */
export type ReadLimits = { text: string; limits: readonly Limit[] }

const FIRST_MARK = 0xe100
const MARKS = /[\uE100-\uE1FF]/g
const MOST_WAIT = 30 * 86_400
const MOST_GAP = 7 * 86_400
const HOUR = 60
/** From ten in the evening to seven in the morning, as "every night" and "every morning" are. */
const NIGHT = { from: 22 * HOUR, to: 7 * HOUR }

const NOT = String.raw`(?:but |and )?(?:${EXCLUDING}|except for|unless it(?:'s| is)|don.t (?:\w+ ){1,4}?|without running)`
const ONLY = String.raw`(?:but |and )?(?:only|just|as long as|provided)(?: (?:if|when|while|that))?(?: it(?:'s| is))?`
const ORDINAL = '(?:second|third|fourth|fifth|2nd|3rd|4th|5th|other)'
const NTH = `(?:last|penultimate|first|1st|${ORDINAL})`
const COUNT = String.raw`(?:two|three|four|five|six|few|\d+)`
const DAY_NAME = '(?:(?:sun|mon|tues|wednes|thurs|fri|satur)?days?|weekdays?|weekends?|working days?)'
const EVENT = new RegExp(String.raw`\b(?:${WHEN}|if|once(?! (?:a|an|per|every|each|in)\b))\b`, 'i')
const HOURLY = /\b(?:every|each|once an?) (?:\d+ )?(?:hour|minute|min)s?\b|\bhourly\b/i
/** What says that days and hours limit an event, and start nothing themselves. */
const LIMITED = new RegExp(
  String.raw`${EVENT.source}|${HOURLY.source}|\b(?:only|just)\b|^(?!.*\bat (?:\d|noon|midnight)).*\bnew\b|(?:between|from) ${CLOCK_TIME} (?:and|to|till|until|-|–) ${CLOCK_TIME}`,
  'i',
)
const RHYTHM = /\b(?:every|each|daily|weekly|hourly|monthly|nightly|on \w+days)\b/i

type Reader = {
  pattern: string
  /** null where the words mean something else; `whole`: the sentence. */
  read(found: RegExpExecArray, whole: string): Limit | null
}

/** The narrowest first. */
const READERS: readonly Reader[] = [
  {
    pattern: String.raw`(?:but |and )?(?:only |just )?(?:at most|no more(?: often)? than|not more(?: often)? than|a maximum of|max\.?)? ?(?:once (?:(?:every|per|each|in|an?) )?|(?:one|1) (?:every|per|each|in|an?) )(${DURATION}|day|hour|week|minute)`,
    read: ([text, duration = ''], whole) => {
      const isLimit = /at most|more|max|only|just/.test(text.toLowerCase())
      const seconds = secondsOf(/^[a-z]+$/i.test(duration) ? `1 ${duration}` : duration)
      return (isLimit || EVENT.test(whole)) && seconds > 0 && seconds <= MOST_GAP
        ? { kind: 'min_gap', text, seconds }
        : null
    },
  },
  {
    pattern: String.raw`(?:(?:on|at|in|once) )?(?:the )?(?:every|each) (?:${ORDINAL}|couple of|\d+\.\d+|\d+(?= sec)|${COUNT}(?! (?:h(?:ou)?r|min))) \w+`,
    read: unsayable,
  },
  {
    pattern: String.raw`(?:every|each) [\w-]+ (?:h(?:ou)?rs?|min(?:ute)?s?)`,
    read: ([text]) => (partsClock(text) ? null : { kind: 'unsayable', text }),
  },
  {
    pattern: String.raw`(?:monthly|(?:every|each) month),? (?:on )?(?:the )?${NTH} ${DAY_NAME}|(?:(?:on|at|every|each) )?(?:the )?(?:${NTH} (?!day\b)${DAY_NAME}|last (?:day(?! of (?:the|every|each|a) month)|week|night|hour|month)|end|middle|start|beginning) (?:of|in) (?:(?:the|every|each|a) (?:month|week|year|quarter)|${MONTH})`,
    read: unsayable,
  },
  {
    pattern: String.raw`(?:on |every |each )?(?:the )?\d{1,2}(?:st|nd|rd|th)?(?:,? \d{1,2}(?:st|nd|rd|th)?)*,? and (?:the )?\d{1,2}(?:st|nd|rd|th)(?: day)? (?:of )?(?:every|each|the|a) month|on the \d{1,2}(?:st|nd|rd|th)(?:,? \d{1,2}(?:st|nd|rd|th))*,? and (?:the )?\d{1,2}(?:st|nd|rd|th)`,
    read: unlessTimed,
  },
  {
    pattern: String.raw`(?<!(?:month|monthly|quarter|quarterly),? )on the (?:\d{1,2}(?:st|nd|rd|th)|first)(?=\s*(?:$|[.,;]|at\b))`,
    read: unsayable,
  },
  {
    pattern: String.raw`on (?!the\b|an?\b|any|some|week|work)(?:(?!every|each)[a-z'’]+ ){1,2}(?:day|eve)|(?:on|at|every) (?:christmas|easter|halloween|thanksgiving)`,
    read: unsayable,
  },
  {
    pattern: String.raw`(?:\w+ (?:day|week|fortnight|month)s? )?(?:before|after|until|since) (?:[^,.;]*\s)??${DATE}`,
    read: unsayable,
  },
  {
    pattern: String.raw`for (?:more than|longer than|over|at least) ${DURATION}|(?:and |if |when )*tomorrow is (?:not )?an? (?:${DAYS_SAID})`,
    read: ([text]) => ({ kind: 'lasting', text }),
  },
  {
    pattern: String.raw`(?:quarterly|(?:every|each) quarter)(?:,? on the (?:\d{1,2}(?:st|nd|rd|th)|first)(?: day)?)?`,
    read: unlessTimed,
  },
  {
    pattern: String.raw`(?:bi-?weekly|fortnightly|bi-?monthly|(?:every|each) (?:fortnight|season))`,
    read: unsayable,
  },
  {
    pattern: String.raw`(?:(?:at most|no more than|not more than|up to|max\.?) )?(?:twice|${COUNT} times)(?: (?:a|per|each|every) \w+)?`,
    read: unlessTimed,
  },
  {
    pattern: String.raw`(?:at ${CLOCK_TIME} )?(?:tomorrow|today|tonight|this (?:morning|afternoon|evening|\w+day)|next (?:week|month|year|\w+day))(?: (?:morning|afternoon|evening|night))? ?(?:at ${CLOCK_TIME})?`,
    read: ([text], whole) =>
      /\bat\b|next|this|tonight/i.test(text) && !EVENT.test(whole) && !RHYTHM.test(whole)
        ? { kind: 'unsayable', text }
        : null,
  },
  {
    pattern: String.raw`(?:${NOT}(?: \w+){0,3}? (?:between|from)|outside(?: of)?) (${CLOCK_TIME}) ?(?:and|to|till|until|-|–) ?(${CLOCK_TIME})`,
    read: ([text, from = '', to = '']) => quietOf(text, from, to),
  },
  {
    pattern: String.raw`${NOT} (?:at|during the|in the) night(?:time)?|${NOT} overnight|${ONLY} (?:during the day|in the daytime|by day)|${NOT} night(?:time)?`,
    read: ([text]) => ({ kind: 'quiet', text, quiet: NIGHT, assumed: 'not from 10:00 PM to 7:00 AM' }),
  },
  {
    pattern: String.raw`(?:${ONLY} )?(?:if (?:it(?:'s| is) )?)?(?<!\b(?<!\bit )(?:is|are|was|stays) )(?:between|from) (${CLOCK_TIME}) (?:and|to|till|until|-) (${CLOCK_TIME})(?! ?(?:degrees|°|%|percent))`,
    read: ([text, from = '', to = ''], whole) =>
      LATER_PART.test(whole) && !/[ap]m|:/i.test(text)
        ? { kind: 'lasting', text }
        : quietOf(text, laterHalf(from, to), from),
  },
  {
    pattern: String.raw`(?<=\b${DAYS_SAID}(?: only)?,? )(${CLOCK_TIME}) ?(?:to|till|until|-|–) ?(${CLOCK_TIME})(?: only)?|(${CLOCK_TIME}) ?(?:to|till|until|-|–) ?(${CLOCK_TIME}) only`,
    read: ([text, dayFrom, dayTo, onlyFrom = '', onlyTo = ''], whole) => {
      const [from, to] = [dayFrom ?? onlyFrom, dayTo ?? onlyTo]
      return LIMITED.test(whole) ? quietOf(text, laterHalf(from, to), from) : null
    },
  },
  {
    pattern: String.raw`(?<=${EVENT.source}[^,;.]*\s)after (${CLOCK_TIME})(?<=[mk]|:\d\d)`,
    read: ([text]) => quietOf(text, 'midnight', text.replace(/^after /i, '')),
  },
  {
    pattern: String.raw`(?:(${ONLY}|(?:and|while) it(?:'s| is))|${NOT}) (after|before) (${CLOCK_TIME})`,
    read: ([text, only, side = '', time = '']) =>
      (only === undefined) === /after/i.test(side) ? quietOf(text, time, 'midnight') : quietOf(text, 'midnight', time),
  },
  {
    pattern: String.raw`(?:${ONLY} |(?:and|if|when|while) (?:it(?:'s| is)|today is) )(?:on |from )?(?:an? )?(${DAYS_SAID})`,
    read: ([text, said = '']) => ({ kind: 'days', text, days: daysIn(said.toLowerCase()).map(Number) }),
  },
  {
    pattern: String.raw`${NOT} (?:(?:on|at|in|over|during|for) )?(?:an? |the )?(${DAYS_SAID})`,
    read: ([text, said = '']) => {
      const others = daysIn(said.toLowerCase()).map(Number)
      return { kind: 'days', text, days: [1, 2, 3, 4, 5, 6, 0].filter((day) => !others.includes(day)) }
    },
  },
  {
    pattern: String.raw`(?:on |every |each )(?:an? )?(${DAYS_SAID})(?: only)?|(${DAYS_SAID})(?: only|(?=,?\s+[\uE100-\uE1FF]))`,
    read: ([text, before, after], whole) =>
      LIMITED.test(whole)
        ? { kind: 'days', text, days: daysIn((before ?? after ?? '').toLowerCase()).map(Number) }
        : null,
  },
  {
    pattern: String.raw`(?<!\b(?:on|every|each|and|or|to|till|until|through|next|this|last|weekly|-|${DAY_NAME},?) ?)(?:sun|mon|tues|wednes|thurs|fri|satur)day(?! (?:and|to|till|until|through|-)|,)(?: (?:morning|afternoon|evening|night))? at ${CLOCK_TIME}`,
    read: unsayable,
  },
  {
    pattern: String.raw`(?:(?:and|then|but)[ ,]+)*(?:wait|pause|delay)(?: for)? (${DURATION})(?: first)?(?:,? (?:and then|and|then))?|after (?:a (?:delay|wait|pause) of )?(${DURATION})(?! of\b| after\b)|(${DURATION}) (?:later|afterwards?|after that)|(?:with|after) an? (${DURATION})(?:s)? (?:delay|wait|pause)|with a (?:delay|wait|pause) of (${DURATION})|delayed by (${DURATION})`,
    read: ([text, ...found]) => waitOf(text, found.find(Boolean) ?? ''),
  },
  { pattern: String.raw`(${DURATION})(?= after\b)`, read: ([text, duration = '']) => waitOf(text, duration) },
  {
    pattern: String.raw`in (${DURATION})(?: time)?(?=\s*$|[.,;!])`,
    read: ([text, duration = ''], whole) => (EVENT.test(whole) ? waitOf(text, duration) : { kind: 'unsayable', text }),
  },
]

function unsayable([text]: RegExpExecArray): Limit {
  return { kind: 'unsayable', text }
}

/** "on the 1st and 15th of each month", "twice a day": a rhythm where all of its times are said. */
function unlessTimed([text]: RegExpExecArray, whole: string): Limit | null {
  const [first = ''] = text.toLowerCase().split(' ')
  const count = first === 'twice' ? 2 : (COUNTS[first] ?? Number(first))
  const { cron, weekdays = '' } = readSchedule(whole)?.fields ?? {}
  const [, hours = ''] = cron?.split(' ') ?? []
  const isTimed = /month|quarter|^on\b/i.test(text)
    ? hours !== ''
    : (/week/i.test(text) ? weekdays.split('\n') : hours.split(',')).length === count
  return isTimed ? null : { kind: 'unsayable', text }
}

function waitOf(text: string, duration: string): Limit | null {
  const seconds = secondsOf(duration)
  return seconds > 0 && seconds <= MOST_WAIT ? { kind: 'wait', text, seconds } : { kind: 'unsayable', text }
}

function quietOf(text: string, from: string, to: string): Limit | null {
  const [first, last] = [minuteOfDay(from), minuteOfDay(to)]
  return first === null || last === null || first === last
    ? null
    : {
        kind: 'quiet',
        text,
        quiet: { from: first, to: last },
        // A day ends at midnight, which the words "after 11 pm" do not say.
        ...(/\bafter\b/i.test(text) ? { assumed: 'until midnight' } : {}),
      }
}

/** "from 9 to 5" ends in the afternoon. */
function laterHalf(from: string, to: string): string {
  const [first, last] = [minuteOfDay(from) ?? 0, minuteOfDay(to) ?? 0]
  return /^\d{1,2}$/.test(to) && last <= first && last < 12 * HOUR && first < 12 * HOUR ? `${to} pm` : to
}

/** Finds waits, quiet hours, days and paces, and times that no schedule can say. */
export function readLimits(sentence: string): ReadLimits {
  const limits: Limit[] = []
  let text = sentence
  for (const { pattern, read } of READERS) {
    const clock = read === unsayable || read === unlessTimed ? `(?:,? at ${CLOCK_TIME})?` : ''
    const finder = new RegExp(String.raw`(?<![\p{L}\d-])(?:${pattern})${clock}(?![\p{L}\d])`, 'giu')
    text = text.replaceAll(finder, (...given) => {
      const found = given.slice(0, -2) as unknown as RegExpExecArray
      const limit = read(found, sentence)
      if (!limit) return found[0]
      return ` ${String.fromCharCode(FIRST_MARK + limits.push(limit) - 1)} `
    })
  }
  return { text, limits }
}

/** The sentence with the words of each limit for which `isSaid` is false, and a comma for the others. */
export function writeLimits({ text, limits }: ReadLimits, isSaid: (limit: Limit) => boolean): string {
  return text.replaceAll(MARKS, (mark) => {
    const limit = limits[mark.charCodeAt(0) - FIRST_MARK]
    return limit && isSaid(limit) ? ',' : (limit?.text ?? '')
  })
}

/** "every evening between 6 and 8": hours of the other half of the day. */
const LATER_PART = /\b(?:afternoons?|evenings?|tonight)\b/i

const NEXT_DEED = /^[\s,.;]*(?:(?:and|then|also|please|before)\s+)*([a-z]+)/i
const LAST_JOINT = /^(.*\S)((?:[,.;]| and\b| then\b).*)$/is

/**
 * The sentence before a wait in the middle of what it does, or before the last deed where a wait stands at the end, and
 * the rest. Null where it has no wait, and where one follows what starts it. `isOpen`: no verb tells that a deed follows.
 */
export function splitAtWait({ text, limits }: ReadLimits): { before: string; rest: string; isOpen: boolean } | null {
  const place = limits.findIndex(({ kind }) => kind === 'wait')
  if (place < 0) return null
  const [before = '', after = ''] = text.split(String.fromCharCode(FIRST_MARK + place))
  const write = (part: string) => writeLimits({ text: part, limits }, () => false).trim()
  const wait = limits[place]?.text ?? ''
  const [, next = ''] = NEXT_DEED.exec(after) ?? []
  const isAtEnd = after.trim() === ''
  if (!isAtEnd) return { before, rest: `${wait.trim()} ${write(after)}`, isOpen: !isVerbForm(next) }
  const [, first, last] = LAST_JOINT.exec(before) ?? []
  return first !== undefined && last !== undefined
    ? { before: first, rest: `${write(last.replace(/^[\s,]*(?:and|then)?\s+/, ''))} ${wait.trim()}`, isOpen: false }
    : null
}
