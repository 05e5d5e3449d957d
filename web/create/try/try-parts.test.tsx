import { expect, test } from 'vitest'
import type { DryRunStep, TriedEvent } from '../../../worker/contract/drafts/try-draft.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { DryRunSteps } from './dry-run-steps.tsx'
import { eventHint, eventWords } from './event-words.ts'
import { TriedEventPart } from './tried-event.tsx'

const NOW = Date.UTC(2026, 10, 21, 12)
const SEEN: TriedEvent = {
  origin: 'seen',
  at: NOW - 2 * 3_600_000,
  run: null,
  other_fields: false,
  ingredients: { Title: 'The bell rang' },
}

test('an event says where it comes from, and from when', () => {
  const words = (event: Partial<TriedEvent>) => eventWords({ ...SEEN, ...event }, NOW, 'UTC').replace('\u202f', ' ')
  expect(words({})).toBe('The last event, from 2 hours ago')
  expect(words({ origin: 'live' })).toBe('Just asked for, from 2 hours ago')
  expect(words({ origin: 'next' })).toBe('The next time: November 21, 2026, 10:00 AM')
  expect(words({ origin: 'example', at: null })).toBe('An example')
  expect(eventHint({ ...SEEN, other_fields: true })).toContain('other fields')
})

test('why the trigger could not be asked leads to it', () => {
  const problem = { step: 'a', field: null, line: null, message: 'The account no longer works.' }
  const sample = { events: [{ ...SEEN, origin: 'example' as const }], problem, now: NOW }
  const given = { sample, chosen: 0, trigger: null, timeZone: 'UTC', onChoose: () => {} }
  const html = htmlOf(<TriedEventPart {...given} stepHref={(step) => `/create/1?${step}`} />)
  expect(html).toContain('The account no longer works. <a href="/create/1?a">')
  expect(html).not.toContain('Nothing has happened yet')
})

test('one of several events is chosen', () => {
  const sample = { events: [SEEN, { ...SEEN, at: NOW }], problem: null, now: NOW }
  const given = { sample, chosen: 1, trigger: null, timeZone: 'UTC', onChoose: () => {}, stepHref: () => '/' }
  expect(htmlOf(<TriedEventPart {...given} />)).toMatch(/<option value="1" selected="">The last event, from just now/)
})

test('a problem leads to its field', () => {
  const message = 'Message came out empty.'
  const problem = { step: 'b', field: 'message', line: null, message }
  const step: DryRunStep = { step: 'b', kind: 'action', state: 'failed', message, fields: [], rows: [], problem }
  const html = htmlOf(<DryRunSteps steps={[step]} views={[]} stepHref={() => '/create/1?step=then.1'} />)
  expect(html).toContain('<a href="/create/1?step=then.1" data-field="message">')
})
