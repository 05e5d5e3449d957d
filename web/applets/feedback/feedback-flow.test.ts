import { expect, test } from 'vitest'
import { toSuggestion } from '../../../worker/contract/feedback/suggestion.ts'
import { ASKING, feedbackFlow, maySubmit, type FeedbackEvent, type FeedbackState } from './feedback-flow.ts'

const YES: FeedbackEvent = { type: 'answered', like: true }
const NO: FeedbackEvent = { type: 'answered', like: false }
const submit = (text = ''): FeedbackEvent => ({ type: 'submitted', suggestion: toSuggestion(text) })
const SUBMIT = submit()
const SLOW: FeedbackEvent = { type: 'opinionChosen', opinion: 'too_slow' }
const type = (text: string): FeedbackEvent => ({ type: 'textChanged', text })

/** The state after these events, and what was sent on the way. */
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
] as const)('choosing Yes or No sends a partial record at once', (answer, like) => {
  expect(run(answer).records).toEqual([{ kind: 'partial', input: { like } }])
})

// §4.5-01
test('changing the answer sends no second partial record', () => {
  expect(run(YES, NO, YES).records).toHaveLength(1)
})

test('a failed partial record is sent with the next answer', () => {
  expect(run(YES, { type: 'partialFailed' }, NO).inputs).toEqual([{ like: true }, { like: false }])
})

test('a No needs a reason to be submitted', () => {
  expect(maySubmit(run(NO).state)).toBe(false)
  expect(run(NO, SUBMIT)).toMatchObject({ state: { kind: 'answering' }, inputs: [{ like: false }] })
  expect(maySubmit(run(NO, SLOW).state)).toBe(true)
})

test('a Yes can be submitted without text', () => {
  expect(maySubmit(run(YES).state)).toBe(true)
  expect(run(YES, SUBMIT)).toMatchObject({
    state: { kind: 'thanked' },
    records: [{ kind: 'partial' }, { kind: 'whole', input: { like: true } }],
  })
})

// §5-06
test('Submit trims the suggestion and cuts it to 255', () => {
  const { inputs } = run(NO, SLOW, submit(`  ${'a'.repeat(300)} `))
  expect(inputs.at(-1)).toEqual({ like: false, opinion: 'too_slow', suggestion: 'a'.repeat(255) })
})

test('a suggestion of only spaces is dropped', () => {
  expect(run(YES, submit(' \n ')).inputs.at(-1)).toEqual({ like: true })
})

test('a Yes omits the reason, but changing back keeps it', () => {
  expect(run(NO, SLOW, type('Hm.'), YES, submit('Hm.')).inputs.at(-1)).toEqual({ like: true, suggestion: 'Hm.' })
  expect(run(NO, SLOW, type('Hm.'), YES, NO).state).toMatchObject({ opinion: 'too_slow', text: 'Hm.' })
})

test('nothing is sent or changed after the thank-you', () => {
  const { state } = run(YES, SUBMIT)
  for (const event of [YES, NO, SLOW, type('more'), SUBMIT]) {
    expect(feedbackFlow(state, event)).toEqual({ state, record: null })
  }
})

test('nothing can be submitted before Yes or No', () => {
  for (const event of [SLOW, type('early'), SUBMIT]) {
    expect(feedbackFlow(ASKING, event)).toEqual({ state: ASKING, record: null })
  }
})
