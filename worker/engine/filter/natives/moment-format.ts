import { MONTH_NAMES, WEEKDAY_NAMES } from '../../../contract/shared/calendar-names.ts'
import { offsetText } from '../values/convert.ts'
import { utcMs, type LocalTime } from '../values/zone-clock.ts'

const DAY = 86_400_000

const LONG_FORMS: Record<string, string> = {
  LTS: 'h:mm:ss A',
  LT: 'h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  LLL: 'MMMM D, YYYY h:mm A',
  LL: 'MMMM D, YYYY',
  L: 'MM/DD/YYYY',
  llll: 'ddd, MMM D, YYYY h:mm A',
  lll: 'MMM D, YYYY h:mm A',
  ll: 'MMM D, YYYY',
  l: 'M/D/YYYY',
}

const TOKEN =
  /\[([^\]]*)\]|YYYY|YY|Y|Qo|Q|MMMM|MMM|MM|Mo|M|DDDD|DDDo|DDD|DD|Do|D|dddd|ddd|dd|do|d|E|e|WW|Wo|W|ww|wo|w|GGGG|GG|gggg|gg|HH|H|hh|h|kk|k|mm|m|ss|s|SSS|SS|S|A|a|ZZ|Z|X|x/g

/** Week of the year that starts on `firstDay` (1 Monday, 0 Sunday); week 1 holds January 4 or January 1. */
export function weekOf(time: LocalTime, iso: boolean): { year: number; week: number } {
  const day = utcMs({ ...time, hour: 0, minute: 0, second: 0, ms: 0 })
  const weekday = new Date(day).getUTCDay()
  // The day whose year is the year of the week: Thursday, or Saturday where weeks start on Sunday.
  const middle = new Date(day + DAY * (iso ? 4 - (weekday || 7) : 6 - weekday))
  const year = middle.getUTCFullYear()
  const firstOfYear = utcMs({ year, month: 0, day: 1, hour: 0, minute: 0, second: 0, ms: 0 })
  return { year, week: 1 + Math.floor((middle.getTime() - firstOfYear) / (7 * DAY)) }
}

export function weekdayOf(time: LocalTime): number {
  return new Date(utcMs(time)).getUTCDay()
}

export function dayOfYear({ year, month, day }: LocalTime): number {
  return 1 + Math.round((Date.UTC(year, month, day) - Date.UTC(year, 0, 1)) / DAY)
}

/** A date by moment's tokens, in English; `offset` is how far local time is ahead of UTC, in ms. */
export function formatMoment(ms: number, time: LocalTime, offset: number, format: string): string {
  const whole = format.replaceAll(/\[[^\]]*\]|LTS|LT|L{1,4}|l{1,4}/g, (form) => LONG_FORMS[form] ?? form)
  return whole.replaceAll(TOKEN, (token, literal?: string) => literal ?? tokenText(token, ms, time, offset))
}

function tokenText(token: string, ms: number, time: LocalTime, offset: number): string {
  const weekday = weekdayOf(time)
  const number = numberOf(token, time, weekday)
  if (number !== undefined) {
    if (token.endsWith('o')) return ordinal(number)
    const width = token === 'DDDD' ? 3 : token === 'DDD' ? 1 : token.length
    return String(number).padStart(width, '0')
  }
  const month = MONTH_NAMES[time.month] ?? ''
  const day = WEEKDAY_NAMES[weekday] ?? ''
  switch (token) {
    case 'MMMM':
      return month
    case 'MMM':
      return month.slice(0, 3)
    case 'dddd':
      return day
    case 'ddd':
      return day.slice(0, 3)
    case 'dd':
      return day.slice(0, 2)
    case 'A':
      return time.hour < 12 ? 'AM' : 'PM'
    case 'a':
      return time.hour < 12 ? 'am' : 'pm'
    case 'Z':
      return offsetText(offset, ':')
    case 'ZZ':
      return offsetText(offset)
    case 'X':
      return String(Math.floor(ms / 1000))
    default:
      return String(ms)
  }
}

function numberOf(token: string, time: LocalTime, weekday: number): number | undefined {
  switch (token) {
    case 'YYYY':
    case 'Y':
      return time.year
    case 'YY':
      return time.year % 100
    case 'Q':
    case 'Qo':
      return Math.floor(time.month / 3) + 1
    case 'M':
    case 'MM':
    case 'Mo':
      return time.month + 1
    case 'D':
    case 'DD':
    case 'Do':
      return time.day
    case 'DDD':
    case 'DDDD':
    case 'DDDo':
      return dayOfYear(time)
    case 'd':
    case 'do':
    case 'e':
      return weekday
    case 'E':
      return weekday || 7
    case 'W':
    case 'WW':
    case 'Wo':
      return weekOf(time, true).week
    case 'w':
    case 'ww':
    case 'wo':
      return weekOf(time, false).week
    case 'GGGG':
      return weekOf(time, true).year
    case 'GG':
      return weekOf(time, true).year % 100
    case 'gggg':
      return weekOf(time, false).year
    case 'gg':
      return weekOf(time, false).year % 100
    case 'H':
    case 'HH':
      return time.hour
    case 'h':
    case 'hh':
      return time.hour % 12 || 12
    case 'k':
    case 'kk':
      return time.hour || 24
    case 'm':
    case 'mm':
      return time.minute
    case 's':
    case 'ss':
      return time.second
    case 'S':
      return Math.floor(time.ms / 100)
    case 'SS':
      return Math.floor(time.ms / 10)
    case 'SSS':
      return time.ms
    default:
      return undefined
  }
}

function ordinal(number: number): string {
  const last = number % 10
  const teen = Math.floor((number % 100) / 10) === 1
  return `${number}${teen ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'}`
}
