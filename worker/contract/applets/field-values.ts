import type { AppletField } from './applet.ts'

const LONGEST = 2000
const LONGEST_TEXTAREA = 20_000
/** The mask that a page shows for a saved secret; sent back, it keeps the secret. */
export const SECRET_KEPT = '••••••••'

type Rules = Pick<AppletField, 'type' | 'label' | 'required' | 'default_value' | 'options'>

/**
 * The problem with a step field's value, as a sentence for the user, or null. An absent value means the field's
 * default; an empty one is empty. The page checks before it sends; the Worker decides. A checkbox group and weekdays
 * (0 is Sunday) have a line for each choice; a switch is `true` or empty.
 */
export function fieldProblem(field: Rules, value: string | undefined): string | null {
  const { type, label, default_value } = field
  const required = field.required && type !== 'switch'
  if (value === undefined) return required && default_value === null ? `${label} can't be empty.` : null
  if (value.trim() === '') return required ? `${label} can't be empty.` : null
  const longest = type === 'textarea' ? LONGEST_TEXTAREA : LONGEST
  if (value.length > longest) return `${label} must be at most ${longest.toLocaleString('en-US')} characters.`
  // The value of an ingredient is known only when the Applet runs.
  if (value.includes('{{') && !CHOICES.has(type)) return null
  return shapeProblem(field, type === 'textarea' ? value : value.trim())
}

/** The problem with a field without a value for which a sentence says something that only an account lists. */
export function saidProblem(said: string): string {
  return `Choose what you mean by “${said}”.`
}

const CHOICES: ReadonlySet<AppletField['type']> = new Set(['select', 'checkbox', 'weekdays', 'switch', 'secret'])

function shapeProblem({ type, label, options }: Rules, value: string): string | null {
  const lines = value.split('\n')
  switch (type) {
    case 'url':
      return isWebAddress(value) ? null : `${label} must be a web address, like https://example.com.`
    case 'email':
      return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value)
        ? null
        : `${label} must be an email address, like name@example.com.`
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? null : `${label} must be a number.`
    case 'time':
      return TIME.test(value) ? null : `${label} must be a time, like 07:30.`
    case 'date':
      return isDay(value) ? null : `${label} must be a date, like 2026-03-01.`
    case 'datetime':
      return isDay(value.slice(0, 10)) && value.charAt(10) === 'T' && TIME.test(value.slice(11))
        ? null
        : `${label} must be a date with a time, like 2026-03-01T07:30.`
    case 'duration':
      return /^(?=\S)(?:\d{1,4}d ?)?(?:\d{1,4}h ?)?(?:\d{1,4}m ?)?(?:\d{1,5}s)?$/.test(value)
        ? null
        : `${label} must be a length of time, like 1h 30m.`
    case 'select':
      return !options || options.some((option) => option.value === value)
        ? null
        : `${label} must be one of the options.`
    case 'checkbox':
      return !options || areDifferent(lines, (line) => options.some((option) => option.value === line))
        ? null
        : `${label} must be some of the options.`
    case 'weekdays':
      return areDifferent(lines, (line) => /^[0-6]$/.test(line)) ? null : `${label} must be days of the week.`
    case 'switch':
      return value === 'true' ? null : `${label} must be on or off.`
    case 'text':
    case 'textarea':
    case 'location':
    case 'secret':
      return null
  }
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** A day of the calendar: February 30 is not one. */
function isDay(value: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function areDifferent(lines: string[], isChoice: (line: string) => boolean): boolean {
  return lines.every(isChoice) && new Set(lines).size === lines.length
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}
