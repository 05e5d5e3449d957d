import { expect, test } from 'vitest'
import { LOADING, NO_DETAILS, oneClickReducer, type OneClickEvent, type OneClickState } from './one-click-flow.ts'
import { details } from './one-click-details.fixture.ts'

const after = (...events: OneClickEvent[]) => events.reduce(oneClickReducer, LOADING)
const loaded = (attempt = 1): OneClickEvent => ({ type: 'loaded', attempt, details: details() })
const pressed: OneClickEvent = { type: 'pressed' }
const failed = (attempt: number): OneClickEvent => ({ type: 'failed', attempt })
const problem = { message: 'Your card was declined.', way: 'card' } as const

test('goes from details through a press to done', () => {
  expect(after(loaded())).toEqual({ kind: 'shown', attempt: 1, details: details(), problem: null })
  expect(after(loaded(), pressed)).toMatchObject({ kind: 'upgrading', attempt: 2 })
  expect(after(loaded(), pressed, { type: 'upgraded', attempt: 2 })).toMatchObject({ kind: 'done' })
})

test('asks once more for failed details, then waits for the user', () => {
  const once = after(failed(1))
  expect(once).toMatchObject({ kind: 'loading', attempt: 2, again: true })
  const twice = oneClickReducer(once, failed(2))
  expect(twice).toEqual({ kind: 'failed', attempt: 2, problem: NO_DETAILS })
  expect(oneClickReducer(once, loaded(2))).toMatchObject({ kind: 'shown', problem: null })
  expect(oneClickReducer(twice, { type: 'retried' })).toMatchObject({ kind: 'loading', attempt: 3, again: false })
})

test('does not ask again for refused details', () => {
  const refusal = { message: 'You currently have a Pro subscription on the App Store.', way: 'billing' } as const
  expect(after({ type: 'refused', attempt: 1, problem: refusal })).toEqual({
    kind: 'failed',
    attempt: 1,
    problem: refusal,
  })
})

test('ignores a second press while upgrading', () => {
  const upgrading = after(loaded(), pressed)
  expect(oneClickReducer(upgrading, pressed)).toBe(upgrading)
  const done = oneClickReducer(upgrading, { type: 'upgraded', attempt: 2 })
  expect(oneClickReducer(done, pressed)).toBe(done)
})

test('ignores a press before the price is shown', () => {
  expect(oneClickReducer(LOADING, pressed)).toBe(LOADING)
})

test('shows a refusal beside the same price, to press again', () => {
  const refused = after(loaded(), pressed, { type: 'refused', attempt: 2, problem })
  expect(refused).toEqual({ kind: 'shown', attempt: 2, details: details(), problem })
  expect(oneClickReducer(refused, pressed)).toMatchObject({ kind: 'upgrading', attempt: 3 })
})

test.each(['changed', 'unclear'] as const)('after %s, asks for the price again and says why', (type) => {
  const notice = { message: 'The amount has changed. Please check it again.', way: null }
  const asking = after(loaded(), pressed, { type, attempt: 2, problem: notice })
  expect(asking).toEqual({ kind: 'loading', attempt: 3, again: false, notice })
  expect(oneClickReducer(asking, loaded(3))).toMatchObject({ kind: 'shown', problem: notice })
  // The outcome of the press is still unknown, so its message stays.
  const away = oneClickReducer(oneClickReducer(asking, failed(3)), failed(4))
  expect(away).toMatchObject({ kind: 'failed', problem: notice })
})

test('finds that an unclear press succeeded', () => {
  const lost = after(loaded(), pressed, { type: 'unclear', attempt: 2, problem })
  expect(oneClickReducer(lost, { type: 'held', attempt: 3 })).toMatchObject({ kind: 'done' })
  expect(after({ type: 'held', attempt: 1 })).toMatchObject({ kind: 'done' })
})

test('drops an answer to an earlier question', () => {
  const states: OneClickState[] = [after(failed(1)), after(loaded(), pressed)]
  for (const state of states) {
    expect(oneClickReducer(state, loaded(1))).toBe(state)
    expect(oneClickReducer(state, { type: 'upgraded', attempt: 1 })).toBe(state)
  }
})

test('a reply that its state does not wait for changes nothing', () => {
  const upgraded = (attempt: number): OneClickEvent => ({ type: 'upgraded', attempt })
  const [shown, upgrading] = [after(loaded()), after(loaded(), pressed)]
  expect(oneClickReducer(LOADING, upgraded(1))).toBe(LOADING)
  expect(oneClickReducer(shown, upgraded(1))).toBe(shown)
  expect(oneClickReducer(shown, { type: 'retried' })).toBe(shown)
  expect(oneClickReducer(upgrading, loaded(2))).toBe(upgrading)
})
