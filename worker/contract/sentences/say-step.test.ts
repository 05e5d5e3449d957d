import { expect, test } from 'vitest'
import { plainText } from '../shared/said-part.ts'
import { sayStep } from './say-step.ts'
import type { FieldToSay, SayContext, ServiceStepToSay } from './step-to-say.ts'

const context: SayContext = {
  timezone: 'Europe/Lisbon',
  ingredients: [
    { name: 'JsonPayload', filter_name: 'Webhooks.webRequest.JsonPayload', label: 'JSON payload', type: 'text' },
    { name: 'Received', filter_name: 'Webhooks.webRequest.Received', label: 'Received at', type: 'datetime' },
  ],
}

function aField(slug: string, value: string | null, given: Partial<FieldToSay> = {}): FieldToSay {
  const label = slug.charAt(0).toUpperCase() + slug.slice(1)
  return {
    slug,
    label,
    type: 'text',
    syntax: null,
    options: null,
    live: false,
    value,
    default_value: null,
    chosen: null,
    yours: false,
    ...given,
  }
}

function aStep(given: Partial<ServiceStepToSay> = {}): ServiceStepToSay {
  const words = { name: 'Send a message', phrase: 'send a message to a channel', sentence: null }
  return { kind: 'action', ...words, account: null, fields: [], ...given }
}

const said = (step: Parameters<typeof sayStep>[0]) => plainText(sayStep(step, context))
const CHANNEL = 'send a message to {{fields.channel}}'
const live = { type: 'select', live: true } as const

test('a schedule is said with its days, time and zone', () => {
  const sentence = 'every {{fields.days}} at {{fields.time}}, {{zone}}'
  const time = aField('time', '07:30', { type: 'time' })
  const every = (days: string) =>
    said(aStep({ kind: 'trigger', sentence, fields: [aField('days', days, { type: 'weekdays' }), time] }))
  expect(every('1\n2\n3\n4\n5')).toBe('Every weekday at 7:30 AM, Europe/Lisbon')
  expect(every('0\n1\n2\n3\n4\n5\n6')).toBe('Every day at 7:30 AM, Europe/Lisbon')
  expect(every('0\n3\n1')).toBe('Every Monday, Wednesday, and Sunday at 7:30 AM, Europe/Lisbon')
})

test('an action says where it goes, as whom, and its text', () => {
  const fields = [aField('channel', 'C01', { ...live, chosen: '#general' }), aField('message', 'New: {{JsonPayload}}')]
  const parts = sayStep(aStep({ sentence: CHANNEL, account: 'piotr', fields }), context)
  expect(plainText(parts)).toBe('Send a message to #general as piotr: “New: JSON payload”')
  expect(parts).toContainEqual({ kind: 'ingredient', text: 'JSON payload' })
  expect(parts).toContainEqual({ kind: 'value', text: '#general', yours: false })
})

test('a choice whose label nobody kept is never its id', () => {
  expect(said(aStep({ sentence: CHANNEL, fields: [aField('channel', 'C01', live)] }))).toBe(
    'Send a message to the chosen channel',
  )
})

test('a field that users fill in is said as theirs', () => {
  const asked = (yours: boolean) => said(aStep({ sentence: CHANNEL, fields: [aField('channel', null, { yours })] }))
  expect(asked(false)).toBe("Send a message to each user's own channel")
  expect(asked(true)).toBe('Send a message to your channel')
})

test('without its value a sentence is the phrase, and then the rest', () => {
  const fields = [aField('channel', ''), aField('title', 'Hi'), aField('count', '2', { type: 'number' })]
  expect(said(aStep({ sentence: CHANNEL, fields }))).toBe('Send a message to a channel, title: “Hi”, count: 2')
})

test('a choice that was left as it is goes without saying', () => {
  const option = aField('silent', 'no', {
    type: 'select',
    options: [{ value: 'no', label: 'No' }],
    default_value: 'no',
  })
  expect(said(aStep({ fields: [option] }))).toBe('Send a message to a channel')
})

test('a sentence begins with a capital where its words do', () => {
  const sentence = '{{fields.sheet}} has a new row'
  expect(said(aStep({ sentence, fields: [aField('sheet', '1x', live)] }))).toBe('The chosen sheet has a new row')
  expect(said(aStep({ sentence, fields: [aField('sheet', 'iPads')] }))).toBe('iPads has a new row')
})

test('a choice beside the sentence has no name twice', () => {
  expect(said(aStep({ phrase: 'go', fields: [aField('column', 'c1', live)] }))).toBe('Go, column: chosen')
})

test('a step without a phrase is its name', () => {
  expect(said(aStep({ name: 'New RSS item', phrase: null }))).toBe('New RSS item')
})

test('an account that is read is named at the end', () => {
  expect(said(aStep({ kind: 'trigger', phrase: 'a task is added', account: 'piotr' }))).toBe(
    'A task is added (account: piotr)',
  )
})

test.each<[FieldToSay['type'], string, string]>([
  ['secret', 'hunter2', 'a secret'],
  ['url', 'https://hooks.slack.com/services/T0/B0/abcdefghijklmnopqrstuvwx', 'hooks.slack.com'],
  ['url', 'https://example.test/in', 'example.test/in'],
  ['time', '00:05', '12:05 AM'],
  ['time', '{{Received}}', 'Received at'],
  ['date', '2026-03-01', 'March 1, 2026'],
  ['datetime', '2026-03-01T19:30', 'March 1, 2026, 7:30 PM'],
  ['duration', '1h 30m', '1 hour, 30 minutes'],
  ['switch', 'true', 'on'],
  ['number', '-2.5', '-2.5'],
])('a %s of %s is said as %s', (type, value, words) => {
  expect(said(aStep({ phrase: 'go', fields: [aField('it', value, { type })] }))).toBe(`Go, it: ${words}`)
})

test('options are said by their labels', () => {
  const options = [
    { value: 'a', label: 'Apples' },
    { value: 'b', label: 'Pears' },
  ]
  const fields = [aField('one', 'b', { type: 'select', options }), aField('all', 'a\nb', { type: 'checkbox', options })]
  expect(said(aStep({ phrase: 'go', fields }))).toBe('Go, one: Pears, all: Apples and Pears')
})

test('cells are said with commas', () => {
  const row = aField('row', '{{JsonPayload}}|||{{Received | date}} ||| 2', { type: 'textarea', syntax: 'cells' })
  expect(said(aStep({ fields: [row] }))).toBe('Send a message to a channel: “JSON payload, Received at, 2”')
})

test('an ingredient that cannot be read is said without braces', () => {
  expect(said(aStep({ fields: [aField('text', 'New: {{Json payload}}')] }))).toBe(
    'Send a message to a channel: “New: …”',
  )
})

test('a long text is cut', () => {
  expect(said(aStep({ fields: [aField('text', 'x'.repeat(400))] }))).toMatch(/^Send a message to a channel: “x{299}…”$/)
})

test('a condition is said with the names of the builder', () => {
  const conditions = [
    { ingredient: 'Webhooks.webRequest.JsonPayload', operator: 'contains' as const, value: 'invoice' },
    { ingredient: 'Webhooks.webRequest.Received', operator: 'more_than' as const, value: '2026-03-01' },
    { ingredient: 'Gone.Title', operator: 'is_empty' as const, value: '' },
  ]
  const when = (match: 'all' | 'any') => said({ kind: 'filter', when: { kind: 'form', match, conditions } })
  expect(when('all')).toBe(
    'Only if JSON payload contains “invoice” and Received at is after “2026-03-01” and Title is empty',
  )
  expect(when('any')).toContain('“invoice” or Received at')
  expect(said({ kind: 'filter', when: { kind: 'code', code: 'Slack.post.skip()' } })).toBe(
    'Only if its filter code allows it',
  )
})

test('a wait is its time in words', () => {
  expect(said({ kind: 'wait', seconds: 120 })).toBe('2 minutes')
})
