import { expect, test } from 'vitest'
import { proposedName } from '../contract/sentences/proposed-name.ts'
import { sayStep } from '../contract/sentences/say-step.ts'
import { plainText } from '../contract/shared/said-part.ts'
import { STEP_KINDS, STEP_SEGMENTS } from '../contract/connections/service.ts'
import type { StepFile } from './format/service-definition.ts'
import { serviceDefinitions } from './service-registry.ts'

const steps = serviceDefinitions().flatMap((service) =>
  STEP_KINDS.flatMap((kind) => {
    const ofKind: readonly StepFile[] = service[STEP_SEGMENTS[kind]] ?? []
    return ofKind.map((step) => {
      const { slug, name, phrase = null, sentence = null, fields = [] } = step
      const values = service.samples?.[STEP_SEGMENTS[kind]]?.[slug]?.fields ?? {}
      return { at: `${service.id}/${slug}`, kind, name, phrase, sentence, fields, values }
    })
  }),
)
const ofKind = (kind: (typeof STEP_KINDS)[number]) => steps.filter((step) => step.kind === kind)
/** Without what is set in them. */
const named = (kind: (typeof STEP_KINDS)[number]) =>
  ofKind(kind).map((step) => ({ ...step, sentence: null, fields: [] }))
const names = named('trigger').flatMap((trigger) =>
  named('action').map((action) => proposedName([trigger, action], { when: { kind: 'always' }, ingredients: [] })),
)

/** What no sentence of ours has, whatever stands in it. */
const WRONG = [
  /\b(?:an?|the) (?:an?|the|your|you|some)\b/i,
  /\b(?:your|of|to|in|with|and|when) (?:of|to|in|with|and|when)\b/i,
  /\ba (?=[aeio])/i,
  /\ban (?=[^aeiouhm])/i,
  /\b(\w+) \1\b/i,
  /\s{2}|^\s|\s$|[.,:;]$|[{}[\]]|undefined|null/,
] as const

test('every trigger with every action makes a name in English', () => {
  expect(names.length).toBeGreaterThan(2000)
  for (const wrong of WRONG) expect(names.filter((name) => wrong.test(name))).toEqual([])
  expect(names.filter((name) => !/^(?:When|Every|At|On) [a-z].*, [a-z]/.test(name))).toEqual([])
})

test('a trigger is something that happens, or a time', () => {
  const HAPPENS = /^(?:an?|the|it|you|your|somebody|someone) .*\b(?:[a-z]+(?:s|es)|you \w+) ?|^you \w+/
  const phrases = ofKind('trigger').map(({ phrase }) => phrase ?? '')
  expect(phrases.filter((phrase) => !HAPPENS.test(phrase) && !/^(?:every|at|on) /.test(phrase))).toEqual([])
})

/** Verbs as an order begins with them. */
const VERBS = new Set(
  'add append boost call comment complete count create fire keep make open post react reply send star turn update'.split(
    ' ',
  ),
)

test('an action begins with a verb', () => {
  const first = ofKind('action').map(({ phrase }) => phrase?.split(' ')[0] ?? '')
  expect(first.filter((word) => !VERBS.has(word))).toEqual([])
})

test('a query is a thing, not a sentence', () => {
  const wrong = ofKind('query').filter(({ phrase }) => / (?:is|are) (?!left$)/.test(phrase ?? ''))
  expect(wrong.map(({ at }) => at)).toEqual([])
})

function sentenceOf({ kind, fields, values, ...step }: (typeof steps)[number]): string {
  const said = fields.map((field) => ({
    ...field,
    syntax: field.syntax ?? null,
    options: Array.isArray(field.options) ? field.options : null,
    live: field.options !== undefined && !Array.isArray(field.options),
    value: values[field.slug] ?? field.default_value ?? '',
    default_value: field.default_value ?? null,
    chosen: null,
    yours: false,
  }))
  const context = { ingredients: [], timezone: 'Europe/Lisbon' }
  return plainText(sayStep({ kind, ...step, account: null, fields: said }, context))
}

test('every step is a sentence with the values of its sample', () => {
  const wrong = /\{\{(?:fields|zone)|undefined|\s{2}|\b(?:an?|the) (?:an?|the|your)\b|\bof of\b/i
  expect(steps.map(sentenceOf).filter((each) => wrong.test(each))).toEqual([])
})

test('a sentence begins as its phrase, where that begins with a verb', () => {
  const first = (words: string) => words.split(' ')[0]
  const others = ofKind('action').filter(({ phrase, sentence }) => sentence && first(phrase ?? '') !== first(sentence))
  expect(others.map(({ at }) => at)).toEqual([])
})

test.each([
  ['google_calendar/event_starting_soon', /^An event in the chosen calendar starts in 15 minutes$/],
  ['wordpress/create_post', /^Create the post “Moss” \(status: Draft\), /],
])('%s says a default that changes when or where it happens', (address, words) => {
  expect(steps.flatMap((step) => (step.at === address ? [sentenceOf(step)] : []))).toEqual([
    expect.stringMatching(words),
  ])
})
