import { expect, test } from 'vitest'
import { ASKING, feedbackFlow, maySubmit, type FeedbackEvent, type FeedbackState } from './feedback-flow.ts'

const YES: FeedbackEvent = { type: 'answered', like: true }
const NO: FeedbackEvent = { type: 'answered', like: false }
const SUBMIT: FeedbackEvent = { type: 'submitted' }
const SLOW: FeedbackEvent = { type: 'opinionChosen', opinion: 'too_slow' }
const type = (text: string): FeedbackEvent => ({ type: 'textChanged', text })

/** Where these events lead, and what was sent on the way. */
function run(...events: FeedbackEvent[]) {
  let state: FeedbackState = ASKING
  const records = events.flatMap((event) => {
    const next = feedbackFlow(state, event)
    state = next.state
    return next.record ?? []
  })
  return { state, records, inputs: records.map(({ input }) => input) }
}

// §4.5-01
test.each([
  [YES, true],
  [NO, false],
] as const)('choosing Yes or No at once sends a partial record (§4.5)', (answer, like) => {
  expect(run(answer).records).toEqual([{ kind: 'partial', input: { like } }])
})

// §4.5-02
test('no second partial record is sent when the mind is changed (§4.5)', () => {
  expect(run(YES, NO, YES).records).toHaveLength(1)
})

test('a partial record that failed counts as not sent: the next answer sends one (§4.5)', () => {
  expect(run(YES, { type: 'partialFailed' }, NO).inputs).toEqual([{ like: true }, { like: false }])
})

test('a No is submitted with a reason only (§4.5)', () => {
  expect(maySubmit(run(NO).state)).toBe(false)
  expect(run(NO, SUBMIT)).toMatchObject({ state: { kind: 'answering' }, inputs: [{ like: false }] })
  expect(maySubmit(run(NO, SLOW).state)).toBe(true)
})

test('a Yes can be submitted as it is, and is then sent whole (§D3.7)', () => {
  expect(maySubmit(run(YES).state)).toBe(true)
  expect(run(YES, SUBMIT)).toMatchObject({
    state: { kind: 'thanked' },
    records: [{ kind: 'partial' }, { kind: 'whole', input: { like: true } }],
  })
})

// §5-07
test('Submit sends answer, reason and the suggestion, trimmed and cut to 255 (§4.5, §5)', () => {
  const { inputs } = run(NO, SLOW, type(`  ${'a'.repeat(300)} `), SUBMIT)
  expect(inputs.at(-1)).toEqual({ like: false, opinion: 'too_slow', suggestion: 'a'.repeat(255) })
})

test('a suggestion of spaces is none', () => {
  expect(run(YES, type(' \n '), SUBMIT).inputs.at(-1)).toEqual({ like: true })
})

test('a reason is not sent with a Yes, and both reason and text outlast a change of mind', () => {
  expect(run(NO, SLOW, type('Hm.'), YES, SUBMIT).inputs.at(-1)).toEqual({ like: true, suggestion: 'Hm.' })
  expect(run(NO, SLOW, type('Hm.'), YES, NO).state).toMatchObject({ opinion: 'too_slow', text: 'Hm.' })
})

test('after the thank-you nothing changes and nothing is sent (§4.5)', () => {
  const { state } = run(YES, SUBMIT)
  for (const event of [YES, NO, SLOW, type('more'), SUBMIT]) {
    expect(feedbackFlow(state, event)).toEqual({ state, record: null })
  }
})

test('before Yes or No there is nothing to choose, write or submit (§4.5)', () => {
  for (const event of [SLOW, type('early'), SUBMIT]) {
    expect(feedbackFlow(ASKING, event)).toEqual({ state: ASKING, record: null })
  }
})
