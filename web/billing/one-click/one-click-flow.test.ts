import { expect, test } from 'vitest'
import { LOADING, NO_DETAILS, oneClickReducer, type OneClickEvent, type OneClickState } from './one-click-flow.ts'
import { details } from './one-click-details.fixture.ts'

const after = (...events: OneClickEvent[]) => events.reduce(oneClickReducer, LOADING)
const loaded = (attempt = 1): OneClickEvent => ({ type: 'loaded', attempt, details: details() })
const pressed: OneClickEvent = { type: 'pressed' }
const failed = (attempt: number): OneClickEvent => ({ type: 'failed', attempt })
const problem = { message: 'Your card was declined.', way: 'card' } as const

test('details, a press, an answer: done (§4.3)', () => {
  expect(after(loaded())).toEqual({ kind: 'shown', attempt: 1, details: details(), problem: null })
  expect(after(loaded(), pressed)).toMatchObject({ kind: 'upgrading', attempt: 2 })
  expect(after(loaded(), pressed, { type: 'upgraded', attempt: 2 })).toMatchObject({ kind: 'done' })
})

test('details that fail are asked for once more, and then no more by themselves (§7 Pro upgrade details)', () => {
  const once = after(failed(1))
  expect(once).toMatchObject({ kind: 'loading', attempt: 2, again: true })
  const twice = oneClickReducer(once, failed(2))
  expect(twice).toEqual({ kind: 'failed', attempt: 2, problem: NO_DETAILS })
  expect(oneClickReducer(once, loaded(2))).toMatchObject({ kind: 'shown', problem: null })
  expect(oneClickReducer(twice, { type: 'retried' })).toMatchObject({ kind: 'loading', attempt: 3, again: false })
})

test('details that are refused are not asked for again: it is said why', () => {
  const refusal = { message: 'You currently have a Pro subscription on the App Store.', way: 'billing' } as const
  expect(after({ type: 'refused', attempt: 1, problem: refusal })).toEqual({
    kind: 'failed',
    attempt: 1,
    problem: refusal,
  })
})

test('a second press while one is on its way does nothing', () => {
  const upgrading = after(loaded(), pressed)
  expect(oneClickReducer(upgrading, pressed)).toBe(upgrading)
  const done = oneClickReducer(upgrading, { type: 'upgraded', attempt: 2 })
  expect(oneClickReducer(done, pressed)).toBe(done)
})

test('before the price is there, nothing can be pressed', () => {
  expect(oneClickReducer(LOADING, pressed)).toBe(LOADING)
})

test('what is refused is said beside the same price, and may be pressed again', () => {
  const refused = after(loaded(), pressed, { type: 'refused', attempt: 2, problem })
  expect(refused).toEqual({ kind: 'shown', attempt: 2, details: details(), problem })
  expect(oneClickReducer(refused, pressed)).toMatchObject({ kind: 'upgrading', attempt: 3 })
})

test.each(['changed', 'unclear'] as const)(
  'after an answer that is %s the price is asked anew, and said why',
  (type) => {
    const notice = { message: 'The amount has changed. Please look at it again.', way: null }
    const asking = after(loaded(), pressed, { type, attempt: 2, problem: notice })
    expect(asking).toEqual({ kind: 'loading', attempt: 3, again: false, notice })
    expect(oneClickReducer(asking, loaded(3))).toMatchObject({ kind: 'shown', problem: notice })
    // What the press did is still not known, and that stays the message.
    const away = oneClickReducer(oneClickReducer(asking, failed(3)), failed(4))
    expect(away).toMatchObject({ kind: 'failed', problem: notice })
  },
)

test('a press that went through unheard is found to have been done: a success (faults 4, 29)', () => {
  const lost = after(loaded(), pressed, { type: 'unclear', attempt: 2, problem })
  expect(oneClickReducer(lost, { type: 'held', attempt: 3 })).toMatchObject({ kind: 'done' })
  expect(after({ type: 'held', attempt: 1 })).toMatchObject({ kind: 'done' })
})

test('an answer to an earlier question is dropped', () => {
  const states: OneClickState[] = [after(failed(1)), after(loaded(), pressed)]
  for (const state of states) {
    expect(oneClickReducer(state, loaded(1))).toBe(state)
    expect(oneClickReducer(state, { type: 'upgraded', attempt: 1 })).toBe(state)
  }
})
