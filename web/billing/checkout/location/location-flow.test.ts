import { expect, test } from 'vitest'
import { completeLocation, locationReducer, stateFor, UNKNOWN, type LocationEvent } from './location-flow.ts'

const answer = { company: null, first_payment: 349, tax: 56 }
const question = 'monthly'
const run = (...events: LocationEvent[]) => events.reduce(locationReducer, UNKNOWN)

test('knows the sums once Stripe has answered', () => {
  expect(run({ type: 'checked' }).kind).toBe('checking')
  expect(run({ type: 'checked' }, { type: 'answered', attempt: 1, question, answer })).toMatchObject({
    kind: 'known',
    answer: { first_payment: 349, tax: 56 },
  })
})

test('an answer for another place or choice is dropped', () => {
  const late: LocationEvent = { type: 'answered', attempt: 1, question, answer }
  expect(run({ type: 'checked' }, { type: 'edited' }, late).kind).toBe('unknown')
  expect(run({ type: 'checked' }, { type: 'checked' }, late).kind).toBe('checking')
})

test('sums count only for the choice that they were asked for', () => {
  const known = run({ type: 'checked' }, { type: 'answered', attempt: 1, question, answer })
  expect(stateFor(known, question).kind).toBe('known')
  expect(stateFor(known, 'yearly').kind).toBe('checking')
})

test('a company stays known while another choice is checked', () => {
  const company = { country: 'FR', postal_code: '75001' }
  const known: LocationEvent = { type: 'answered', attempt: 1, question, answer: { ...answer, company } }
  expect(run({ type: 'checked' }, known, { type: 'checked' })).toMatchObject({ kind: 'checking', company })
})

test('without a place anywhere nothing is known', () => {
  const nowhere = { company: null, first_payment: null, tax: null }
  expect(run({ type: 'checked' }, { type: 'answered', attempt: 1, question, answer: nowhere }).kind).toBe('unknown')
})

test('keeps what to say until something is typed', () => {
  const refused: LocationEvent = { type: 'refused', attempt: 1, message: 'No.', at: 'place' }
  expect(run({ type: 'checked' }, refused)).toMatchObject({ kind: 'refused', message: 'No.' })
  expect(run({ type: 'checked' }, refused, { type: 'edited' }).kind).toBe('unknown')
})

test.each([
  ['', '10115', false],
  ['DE', '', true],
  ['US', '', false],
  ['US', '9410', false],
  ['US', ' 94107 ', true],
  ['CA', 'K1A0B1', true],
])('"%s" with "%s": worth asking is %s', (country, postal_code, complete) => {
  expect(completeLocation({ country, postal_code }) !== null).toBe(complete)
})

test('a refusal for another place is dropped', () => {
  const late: LocationEvent = { type: 'refused', attempt: 1, message: 'No.', at: 'place' }
  expect(run({ type: 'checked' }, { type: 'edited' }, late).kind).toBe('unknown')
  expect(run({ type: 'checked' }, { type: 'checked' }, late).kind).toBe('checking')
})
