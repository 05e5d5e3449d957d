import { labelsOfChoices } from '../applets/choice-label.ts'
import type { FieldSyntax, FieldType } from '../connections/service.ts'
import { waitInWords } from '../drafts/wait-in-words.ts'
import { parseText } from '../ingredients/parse-text.ts'
import { WEEKDAY_NAMES } from '../shared/calendar-names.ts'
import type { SaidPart } from '../shared/said-part.ts'
import { inSentence, wordsOfSlug } from './in-sentence.ts'
import { showAddress } from './show-address.ts'
import type { FieldToSay, SayContext } from './step-to-say.ts'

const LONGEST_VALUE = 300

type Names = Pick<SayContext, 'ingredients'>

/** What is set in a field, in words; nothing for an empty one. Never a secret, nor an address with one. */
export function sayValue(field: FieldToSay, names: Names): SaidPart[] {
  const { label, type, syntax, value, yours } = field
  const said = (text: string): SaidPart[] => [{ kind: 'value', text, yours }]
  if (value === null) return [{ kind: 'text', text: `${yours ? 'your' : "each user's own"} ${inSentence(label)}` }]
  if (value.trim() === '') return []
  if (type === 'secret') return said('a secret')
  const address = addressIn(type, value)
  if (address) return said(address.shown)
  if (isNameless(field)) return [{ kind: 'text', text: `the chosen ${inSentence(label)}` }]
  const choice = chosenLabel(field, value)
  if (choice !== null) return said(choice)
  return cutParts(sayText(value, syntax, names).flatMap((part) => (part.kind === 'text' ? said(part.text) : [part])))
}

/** A text with its ingredients by their names, a row of cells with commas. What cannot be read is "…". */
function sayText(text: string, syntax: FieldSyntax | null, names: Names): SaidPart[] {
  return parseText(text.trim()).map((part) => {
    switch (part.kind) {
      case 'ingredient':
        return { kind: 'ingredient', text: ingredientLabel(part.name, names) }
      case 'text':
        return { kind: 'text', text: syntax === 'cells' ? part.text.replaceAll(BETWEEN_CELLS, ', ') : part.text }
      case 'broken':
        return { kind: 'text', text: '…' }
    }
  })
}
const BETWEEN_CELLS = /\s*\|\|\|\s*/g

/** The address in a value: a field for addresses has one, and in a text it is what begins as one. */
export function addressIn(type: FieldType, value: string): ReturnType<typeof showAddress> {
  return type === 'url' || /^\s*https?:/i.test(value) ? showAddress(value) : null
}

/** The ingredient's name as the builder has it: `JSON payload` of `JsonPayload`; in words where no step gives it. */
export function ingredientLabel(name: string, { ingredients }: Names): string {
  const known = ingredients.find((each) => each.name === name || each.filter_name === name)
  return known?.label ?? wordsOfSlug(name.slice(name.lastIndexOf('.') + 1))
}

/** Only an id of the choice is known. */
export function isNameless({ type, live, value, chosen }: FieldToSay): boolean {
  return type === 'select' && live && chosen === null && value !== null && !value.includes('{{')
}

/** A choice by its label, a time, a length or days in words; null for what is said as it was typed. */
function chosenLabel({ type, options, live, chosen }: FieldToSay, value: string): string | null {
  const labels = labelsOfChoices(value.trim(), options ?? [])
  switch (type) {
    case 'select':
      return live ? chosen : labels.join(', ')
    case 'checkbox':
      return inList(labels)
    case 'weekdays':
      return weekdaysInWords(value.trim().split('\n').map(Number))
    case 'switch':
      return 'on'
    case 'time':
      return timeInWords(value)
    case 'duration':
      return durationInWords(value)
    case 'date':
      return dateInWords(value)
    case 'datetime':
      return dateTimeInWords(value)
    case 'text':
    case 'location':
      return chosen
    case 'textarea':
    case 'url':
    case 'email':
    case 'number':
    case 'secret':
      return null
  }
}

const DAYS_IN_ONE_WORD: Record<string, string> = { '0123456': 'day', '12345': 'weekday', '06': 'weekend day' }

function inList(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}

/** Such as "weekday", which "every" comes before. 0 is Sunday; a week begins on Monday. */
function weekdaysInWords(days: readonly number[]): string {
  const known = DAYS_IN_ONE_WORD[days.toSorted().join('')]
  const inOrder = days.toSorted((one, next) => ((one + 6) % 7) - ((next + 6) % 7))
  return known ?? inList(inOrder.map((day) => WEEKDAY_NAMES[day] ?? ''))
}

/** `07:30`: "7:30 AM"; null for none of a day. */
export function timeInWords(time: string): string | null {
  const [, hour = '', minute = ''] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  return hour === '' ? null : `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

function dateInWords(day: string): string | null {
  const date = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00Z`) : null
  if (!date || Number.isNaN(date.getTime())) return null
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

function dateTimeInWords(value: string): string | null {
  const [day, time] = [dateInWords(value.slice(0, 10)), timeInWords(value.slice(11, 16))]
  return day && time && `${day}, ${time}`
}

const SECONDS = { d: 24 * 3600, h: 3600, m: 60, s: 1 }

/** `1h 30m`: "1 hour, 30 minutes". */
function durationInWords(value: string): string | null {
  if (!/^(?:\d+[dhms] ?)+$/.test(value)) return null
  const pieces = value.match(/\d+[dhms]/g) ?? []
  return waitInWords(
    pieces.reduce(
      (sum, piece) => sum + Number(piece.slice(0, -1)) * SECONDS[piece.slice(-1) as keyof typeof SECONDS],
      0,
    ),
  )
}

function cutParts(parts: readonly SaidPart[]): SaidPart[] {
  let room = LONGEST_VALUE
  return parts.flatMap((part) => {
    if (room <= 0) return []
    const shown = part.text.length > room ? { ...part, text: `${part.text.slice(0, room - 1)}…` } : part
    room -= part.text.length
    return [shown]
  })
}
