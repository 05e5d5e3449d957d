import { array, assert, constantFrom, oneof, property } from 'fast-check'
import { expect, test } from 'vitest'
import { canApplyPromo, NO_PROMO, offeredPromo, promoReducer, type PromoEvent, type PromoState } from './promo-flow.ts'

const answer = {
  month_price_copy: '$2.79 for the first month, then $3.49 a month',
  year_price_copy: '$27.99 for the first year, then $34.99 a year',
  term: { kind: 'once' as const },
  month_first_payment: 279,
  year_first_payment: 2799,
}
const run = (...events: PromoEvent[]) => events.reduce(promoReducer, NO_PROMO)
const typed = (code = 'WELCOME20'): PromoEvent[] => [{ type: 'opened' }, { type: 'edited', code }]
const applied: PromoEvent = { type: 'applied' }
const accepted = (attempt = 1): PromoEvent => ({ type: 'accepted', attempt, answer })
const refused = (attempt = 1): PromoEvent => ({ type: 'refused', attempt, message: 'no' })

// §4.4-01
test('a typed code is entered', () => {
  expect(run(...typed())).toEqual({ kind: 'entered', attempt: 0, code: 'WELCOME20' })
})

// §4.4-02
test('stays applying until the answer, then keeps it', () => {
  expect(run(...typed(), applied).kind).toBe('applying')
  expect(run(...typed(), applied, accepted())).toEqual({ kind: 'valid', attempt: 1, code: 'WELCOME20', answer })
})

test('a refused code is invalid and can be applied again', () => {
  const state = run(...typed(), applied, refused())
  expect(state).toMatchObject({ kind: 'invalid', message: 'no' })
  expect(promoReducer(state, applied)).toMatchObject({ kind: 'applying', attempt: 2 })
})

// §4.4-06
test('editing clears the state unless the code is valid', () => {
  const edited: PromoEvent = { type: 'edited', code: 'X' }
  expect(run(...typed(), applied, edited)).toEqual({ kind: 'entered', attempt: 1, code: 'X' })
  expect(run(...typed(), applied, refused(), edited).kind).toBe('entered')
  const valid = run(...typed(), applied, accepted())
  expect(promoReducer(valid, edited)).toBe(valid)
  expect(promoReducer(valid, { type: 'removed' })).toEqual({ kind: 'entered', attempt: 1, code: '' })
})

test('drops the answer for text that was edited since', () => {
  const edited = run(...typed(), applied, { type: 'edited', code: 'OTHER' })
  expect(promoReducer(edited, accepted())).toBe(edited)
  const second = promoReducer(edited, applied)
  expect(promoReducer(second, accepted(1))).toBe(second)
  expect(promoReducer(second, accepted(2)).kind).toBe('valid')
})

// §5-08
test('applies nothing while the field is empty, applying or valid', () => {
  const states = [
    NO_PROMO,
    run({ type: 'opened' }),
    run(...typed('   ')),
    run(...typed(), applied),
    run(...typed(), applied, accepted()),
  ]
  for (const state of states) {
    expect(canApplyPromo(state)).toBe(false)
    expect(promoReducer(state, applied)).toBe(state)
  }
  expect(canApplyPromo(run(...typed()))).toBe(true)
})

test('a code that the payment refuses becomes invalid', () => {
  const cleared = run(...typed(), applied, accepted(), { type: 'cleared', message: 'for another' })
  expect(cleared).toEqual({ kind: 'invalid', attempt: 1, code: 'WELCOME20', message: 'for another' })
  const open = run(...typed())
  expect(promoReducer(open, { type: 'cleared', message: 'for another' })).toBe(open)
})

test('ignores opening twice and removing an invalid code', () => {
  const open = run(...typed())
  expect(promoReducer(open, { type: 'opened' })).toBe(open)
  expect(promoReducer(open, { type: 'removed' })).toBe(open)
  expect(promoReducer(NO_PROMO, { type: 'edited', code: 'X' })).toBe(NO_PROMO)
})

test('in any order, only its own answer makes a code valid', () => {
  const event = oneof(
    constantFrom<PromoEvent>(
      { type: 'opened' },
      applied,
      { type: 'removed' },
      { type: 'cleared', message: 'for another' },
    ),
    constantFrom<PromoEvent>(...['A', 'B', ''].map((code): PromoEvent => ({ type: 'edited', code }))),
    constantFrom<PromoEvent>(accepted(1), accepted(2), refused(1), refused(2)),
  )
  assert(
    property(array(event, { maxLength: 40, size: 'max' }), (events) => {
      const codes = new Map<number, string>()
      let state: PromoState = NO_PROMO
      for (const next of events) {
        state = promoReducer(state, next)
        if (state.kind === 'applying') codes.set(state.attempt, state.code)
        if (state.kind === 'valid') expect(codes.get(state.attempt)).toBe(state.code)
      }
    }),
    { numRuns: 1000 },
  )
})

test('a campaign’s code is applied at once and can be replaced', () => {
  const offered = offeredPromo('HOLIDAY')
  expect(promoReducer(offered, accepted())).toMatchObject({ kind: 'valid', code: 'HOLIDAY' })
  const removed = promoReducer(promoReducer(offered, accepted()), { type: 'removed' })
  const own = [{ type: 'edited', code: 'WELCOME20' }, applied, accepted(2)] satisfies PromoEvent[]
  expect(own.reduce(promoReducer, removed)).toMatchObject({ kind: 'valid', code: 'WELCOME20' })
})
