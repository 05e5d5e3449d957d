import { expect, test } from 'vitest'
import { billingReducer, shown, type BillingEvent, type BillingState } from './billing-flow.ts'
import { aBilling } from './billing-overview.fixture.ts'

const before = aBilling()
const after = aBilling({ card: null })
const start = shown(before)
const fold = (...events: BillingEvent[]): BillingState => events.reduce(billingReducer, start)

const asked: BillingEvent = { type: 'asked', what: 'cancel' }
const closed: BillingEvent = { type: 'closed' }
const pressed: BillingEvent = { type: 'pressed' }
const resumed: BillingEvent = { type: 'resumed' }
const answered: BillingEvent = { type: 'answered', billing: after }
const refused: BillingEvent = { type: 'refused', message: 'No answer.' }

test("ends with the server's answer after a question and a press", () => {
  expect(fold(asked)).toEqual({ kind: 'asking', what: 'cancel', message: null, billing: before })
  expect(fold(asked, pressed)).toEqual({ kind: 'working', what: 'cancel', billing: before })
  expect(fold(asked, pressed, answered)).toEqual(shown(after))
})

test('shows a refusal at its question and changes nothing', () => {
  expect(fold(asked, pressed, refused)).toEqual({
    kind: 'asking',
    what: 'cancel',
    message: 'No answer.',
    billing: before,
  })
  expect(fold(asked, pressed, refused, pressed).kind).toBe('working')
  expect(fold(asked, pressed, refused, closed)).toEqual(start)
})

test('resumes with one press and no question', () => {
  expect(fold(resumed).kind).toBe('resuming')
  expect(fold(resumed, answered)).toEqual(shown(after))
  expect(fold(resumed, refused)).toEqual(start)
})

test('replaces the open card form with another question', () => {
  const card = fold({ type: 'asked', what: 'card' })
  expect(billingReducer(card, asked)).toMatchObject({ kind: 'asking', what: 'cancel' })
  expect(billingReducer(card, resumed).kind).toBe('resuming')
})

test('takes refreshed data whatever is open', () => {
  expect(billingReducer(fold(asked), { type: 'refreshed', billing: after })).toMatchObject({
    kind: 'asking',
    billing: after,
  })
})

test.each<[string, BillingState, BillingEvent[]]>([
  ['the page', start, [closed, pressed, answered, refused]],
  ['a question', fold(asked), [answered, refused]],
  ['what is under way', fold(asked, pressed), [asked, closed, pressed, resumed]],
  ['a resume under way', fold(resumed), [asked, closed, pressed, resumed]],
])('%s ignores events that do not belong to it', (_, state, events) => {
  for (const event of events) expect(billingReducer(state, event)).toBe(state)
})
