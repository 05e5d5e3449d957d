import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { FieldDefinition } from '../../services/format/service-definition.ts'
import { ingredientInText } from '../steps/ingredient-name.ts'
import { withSaid, type ProposedStep } from '../steps/proposal.ts'
import { hasLiveOptions } from '../steps/said-places.ts'
import { isQuoted } from './unused-words.ts'
import type { SuggestedStep } from './read-suggestion.ts'

/**
 * A sentence, the steps whose ingredients a text may use, and whether its language is another one: of ours, a text
 * stands in quotes, since any other part may be none.
 */
export type Said = { sentence: string; sources: readonly KnownStep[]; isForeign: boolean }

/**
 * The suggested values of a step that its sentence has, or that its trigger and queries report; words for live choices are
 * `said`. Others are left out.
 */
export function saidValues(step: KnownStep, { fields }: SuggestedStep, said: Said): Omit<ProposedStep, 'id'> {
  const values: Record<string, string> = {}
  const places: Record<string, string> = {}
  for (const { field: slug, value } of fields) {
    const field = step.fields.find((each) => each.slug === slug && each.type !== 'secret')
    if (!field) continue
    if (hasLiveOptions(field) && !value.includes('{{')) {
      if (isPlaceSaid(field, value.trim(), said)) places[slug] = value.trim()
    } else if (isSaid(field, value.trim(), said)) values[slug] = value.trim()
  }
  return withSaid<Omit<ProposedStep, 'id'>>({ fields: values }, places)
}

const PLACEHOLDER = /\{\{[^}]*\}\}/g

function isSaid(field: FieldDefinition, value: string, { sentence, sources, isForeign }: Said): boolean {
  const known = new Set(
    sources.filter(tellsMore).flatMap((step) => step.ingredients.map(({ slug }) => ingredientInText(step, slug))),
  )
  if ((value.match(PLACEHOLDER) ?? []).some((each) => !known.has(each))) return false
  const literal = value.replaceAll(PLACEHOLDER, ' ').trim()
  if (literal === '') return value !== ''
  if (Array.isArray(field.options)) {
    const label = field.options.find((option) => option.value === value)?.label
    return label !== undefined && isQuoted(label, sentence)
  }
  if (field.type === 'time') return isTimeSaid(literal, sentence)
  return isQuoted(literal, sentence) && (isForeign || isMarked(field, literal, sentence))
}

/** A name, in capitals, quotes or signs: any other words may mean something else. */
function isPlaceSaid(field: FieldDefinition, value: string, { sentence, isForeign }: Said): boolean {
  const isName = !sentence.trim().startsWith(value) && /^(?:#\S+|\S+\/\S+|\p{Lu}\S*(?: \p{Lu}\S*)*)$/u.test(value)
  return isQuoted(value, sentence) && (isForeign || isName || isMarked(field, value, sentence))
}

/** The clock and a press report nothing but when they happened, which never stands for somebody's words. */
function tellsMore({ id }: KnownStep): boolean {
  return !/^(?:schedule\/triggers|button|weather\/triggers\/sun)/.test(id)
}

/** A text in quotes, or an address or a number where the field wants one. */
function isMarked({ type }: FieldDefinition, text: string, sentence: string): boolean {
  if (type === 'url') return /^\S+\.\S+$/.test(text)
  if (type === 'number') return /^-?[\d.]+$/.test(text)
  return ['""', "''", '“”', '‘’', '„“'].some(([open, end]) => sentence.includes(`${open}${text}${end}`))
}

/** HH:MM as the sentence has it on a clock of 24 hours; half a day's hours are our own planner's. */
function isTimeSaid(time: string, sentence: string): boolean {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  const numbers = (sentence.match(/\d+/g) ?? []).map(Number)
  if (hour === undefined || /\d\s?[ap]\.?m\b/i.test(sentence)) return false
  return numbers.includes(Number(hour)) && (minute === '00' || numbers.includes(Number(minute)))
}

/** Whether a schedule says all that was suggested for it: without its day or its time it would be another one. */
export function isWholeSchedule(step: KnownStep, { fields }: SuggestedStep, kept: Record<string, string>): boolean {
  if (step.service.id !== 'schedule' || step.kind !== 'trigger') return true
  return step.fields.every(({ slug }) => slug in kept) && fields.every(({ field }) => field in kept)
}
