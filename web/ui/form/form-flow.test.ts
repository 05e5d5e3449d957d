import { expect, test } from 'vitest'
import { EDITING, formReducer, isBusy, problemIn, type FormEvent, type FormState } from './form-flow.ts'

const fold = (...events: FormEvent[]): FormState => events.reduce(formReducer, EDITING)

const submitted: FormEvent = { type: 'submitted' }
const accepted: FormEvent = { type: 'accepted' }
const refused: FormEvent = {
  type: 'refused',
  problem: { fields: { email: 'Enter a full email address.', password: 'Too short.' }, message: null },
}
const edited = (field: string): FormEvent => ({ type: 'edited', field })

test('a submit stays busy until the next page', () => {
  expect(isBusy(EDITING)).toBe(false)
  expect(fold(submitted)).toEqual({ kind: 'submitting' })
  expect(isBusy(fold(submitted))).toBe(true)
  expect(fold(submitted, accepted)).toEqual({ kind: 'accepted' })
  expect(isBusy(fold(submitted, accepted))).toBe(true)
})

test('a refusal shows its messages and allows another try', () => {
  const state = fold(submitted, refused)
  expect(problemIn(state).fields.email).toBe('Enter a full email address.')
  expect(isBusy(state)).toBe(false)
  expect(fold(submitted, refused, submitted)).toEqual({ kind: 'submitting' })
})

test('editing a field clears its own error only', () => {
  const one = fold(submitted, refused, edited('email'))
  expect(problemIn(one)).toEqual({ fields: { password: 'Too short.' }, message: null })
  expect(formReducer(one, edited('password'))).toEqual(EDITING)
})

test('a form-wide message stays until the next try', () => {
  const general: FormEvent = {
    type: 'refused',
    problem: { fields: { key: 'Enter the key.' }, message: 'The service did not answer.' },
  }
  expect(problemIn(fold(submitted, general, edited('key')))).toEqual({
    fields: {},
    message: 'The service did not answer.',
  })
  expect(problemIn(fold(submitted, general, submitted))).toEqual({ fields: {}, message: null })
})

test('ignores a second submit while busy or accepted', () => {
  const busy = fold(submitted)
  expect(formReducer(busy, submitted)).toBe(busy)
  const done = fold(submitted, accepted)
  expect(formReducer(done, submitted)).toBe(done)
})

test('ignores a report without an attempt under way', () => {
  for (const event of [accepted, refused]) {
    expect(formReducer(EDITING, event)).toBe(EDITING)
    const done = fold(submitted, accepted)
    expect(formReducer(done, event)).toBe(done)
    const no = fold(submitted, refused)
    expect(formReducer(no, event)).toBe(no)
  }
})

test('editing without an error changes nothing', () => {
  for (const state of [EDITING, fold(submitted), fold(submitted, accepted)]) {
    expect(formReducer(state, edited('email'))).toBe(state)
  }
  const state = fold(submitted, refused)
  expect(formReducer(state, edited('login'))).toBe(state)
})
