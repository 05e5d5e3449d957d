import type { StepKind } from '../connections/service.ts'
import { waitInWords } from '../drafts/wait-in-words.ts'
import type { SaidPart } from '../shared/said-part.ts'
import { asSentence, inSentence } from './in-sentence.ts'
import { sayWhen } from './say-condition.ts'
import { isNameless, sayValue } from './say-value.ts'
import type { FieldToSay, SayContext, ServiceStepToSay, StepToSay } from './step-to-say.ts'

/**
 * A step and its values as a sentence without a full stop, such as "Every weekday at 7:30 AM, Europe/Lisbon" or "Send a
 * message to #general as piotr: “Hello”". A wait is its time: "2 minutes". Has no secret.
 */
export function sayStep(step: StepToSay, context: SayContext): SaidPart[] {
  switch (step.kind) {
    case 'trigger':
    case 'query':
    case 'action':
      return sayServiceStep(step, context)
    case 'filter':
      return sayWhen(step.when, context)
    case 'wait':
      return [{ kind: 'value', text: waitInWords(step.seconds), yours: false }]
  }
}

function sayServiceStep(
  { kind, name, phrase, sentence, account, fields }: ServiceStepToSay,
  context: SayContext,
): SaidPart[] {
  const known = withParts(fields, context)
  const places = sentence === null ? null : fillPlaces(sentence, fields, context)
  const head = places ?? [said(phrase ?? inSentence(name))]
  const rest =
    places === null || sentence === null ? known : known.filter(({ slug }) => !sentence.includes(placeOf(slug)))
  const [first, ...more] = head
  return [
    ...(first?.kind === 'text' ? [said(asSentence(first.text))] : first ? [first] : []),
    ...more,
    ...(kind === 'action' ? sayAccount(' as ', account) : []),
    ...sayRest(kind, rest.filter(isTold)),
    // Only an action is done as somebody.
    ...(kind === 'action' ? [] : sayAccount(' (account: ', account, ')')),
  ]
}

function sayAccount(before: string, account: string | null, after = ''): SaidPart[] {
  if (account === null) return []
  return [said(before), { kind: 'value', text: account, yours: false }, ...(after === '' ? [] : [said(after)])]
}

type SaidField = FieldToSay & { parts: SaidPart[] }

function withParts(fields: readonly FieldToSay[], context: SayContext): SaidField[] {
  return fields.map((field) => ({ ...field, parts: sayValue(field, context) })).filter(({ parts }) => parts.length > 0)
}

const PLACE = /\{\{(?:fields\.(\w+)|zone)\}\}/g

function placeOf(slug: string): string {
  return `{{fields.${slug}}}`
}

/** The sentence with its values; null where one of them is missing. */
export function fillPlaces(sentence: string, fields: readonly FieldToSay[], context: SayContext): SaidPart[] | null {
  const known = withParts(fields, context)
  const parts: SaidPart[] = []
  let at = 0
  for (const { 0: place, 1: slug, index } of sentence.matchAll(PLACE)) {
    const field = known.find((each) => each.slug === slug)
    const before = sentence.slice(at, index)
    // "Your feed address" is said in place of "the feed", not after it.
    const words = field?.value === null ? before.replace(/\bthe \w+ $/, '') : before
    if (words !== '') parts.push(said(words))
    if (slug === undefined) parts.push(said(context.timezone))
    else if (!field) return null
    else parts.push(...field.parts)
    at = index + place.length
  }
  if (at < sentence.length) parts.push(said(sentence.slice(at)))
  return parts
}

/** A choice that was left as it is goes without saying. */
function isTold(field: FieldToSay): boolean {
  return isText(field) || field.value !== field.default_value
}

/** The values that have no place in the sentence: an action's text alone as it is, others with their names. */
function sayRest(kind: StepKind, fields: readonly SaidField[]): SaidPart[] {
  const [only, ...others] = fields
  if (kind === 'action' && only && others.length === 0 && isText(only)) return [said(': “'), ...only.parts, said('”')]
  return fields.flatMap((field) => {
    const name = `, ${inSentence(field.label)}: `
    if (isText(field)) return [said(`${name}“`), ...field.parts, said('”')]
    return isNameless(field) ? [said(`${name}chosen`)] : [said(name), ...field.parts]
  })
}

/** Words that somebody wrote, in quotes. */
function isText({ type, value, chosen }: FieldToSay): boolean {
  return value !== null && chosen === null && (type === 'text' || type === 'textarea')
}

function said(text: string): SaidPart {
  return { kind: 'text', text }
}
