import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ASKING, feedbackFlow, type FeedbackEvent } from './feedback-flow.ts'
import { Feedback, FeedbackView } from './feedback.tsx'

/** The widget after these events. */
function shown(...events: FeedbackEvent[]) {
  const state = events.reduce((before, event) => feedbackFlow(before, event).state, ASKING)
  return renderToStaticMarkup(<FeedbackView state={state} send={() => {}} />)
}

const NO: FeedbackEvent = { type: 'answered', like: false }
const YES: FeedbackEvent = { type: 'answered', like: true }
const OTHER: FeedbackEvent = { type: 'opinionChosen', opinion: 'other' }
const button = (name: string) => new RegExp(`<button[^>]*>${name}</button>`)

// §2.5-01 §2.5-02
test('the widget asks "Do you like this Applet?" with Yes and No (§2.5)', () => {
  const html = renderToStaticMarkup(<Feedback appletId={1} rated={false} />)
  expect(html).toMatch(/<h2[^>]*>Do you like this Applet\?<\/h2>/)
  expect(html).toMatch(/<button[^>]*aria-pressed="false"[^>]*>Yes<\/button>/)
  expect(html).toMatch(/<button[^>]*aria-pressed="false"[^>]*>No<\/button>/)
  expect(html).not.toMatch(/textarea|radio|Submit/)
})

// §2.5-03
test('who has rated the Applet sees nothing of it (§2.5)', () => {
  expect(renderToStaticMarkup(<Feedback appletId={1} rated />)).toBe('')
})

// §4.5-03 §D3.7-19
test('No shows the four reasons, none of them chosen (§4.5)', () => {
  const html = shown(NO)
  const reasons = [...html.matchAll(/<input type="radio"[^>]*value="(\w+)"[^>]*\/>([^<]+)</g)]
  expect(reasons.map(([, value, label]) => [value, label])).toEqual([
    ['not_useful', 'Not useful'],
    ['too_slow', 'Too slow'],
    ['unexpected', 'Unexpected behavior'],
    ['other', 'Other'],
  ])
  expect(html).not.toMatch(/ checked=/)
  expect(html).toMatch(/<button[^>]*aria-pressed="true"[^>]*>No</)
})

// §4.5-04
test('after No, Submit appears with a reason and not before (§4.5)', () => {
  expect(shown(NO)).not.toMatch(button('Submit'))
  expect(shown(NO, OTHER)).toMatch(button('Submit'))
})

// §4.5-06 §D3.7-22
test('Yes shows the text field and Submit, and no reasons (§D3.7)', () => {
  const html = shown(YES)
  expect(html).toContain('<textarea')
  expect(html).toMatch(button('Submit'))
  expect(html).not.toContain('radio')
})

// §4.5-07 §5-05 §D3.7-20
test('the counter reads {n}/255 and counts what a reader calls characters (§4.5, §D3.7)', () => {
  expect(shown(YES)).toMatch(/id="([^"]+)-count">0\/255</)
  const html = shown(YES, { type: 'textChanged', text: '👨‍👩‍👧‍👦é!' })
  expect(html).toContain('>3/255<')
  const [, described] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain(`id="${described}">3/255<`)
})

test('at 255 the field says that it is full (§5)', () => {
  expect(shown(YES, { type: 'textChanged', text: 'a'.repeat(254) })).not.toContain('no room')
  expect(shown(YES, { type: 'textChanged', text: 'a'.repeat(255) })).toContain('There is no room for more.')
})

// §4.5-05
test('after submitting a thank-you takes the form’s place, in a region that is announced (§4.5)', () => {
  expect(shown()).toMatch(/<output[^>]*><\/output>/)
  const html = shown(YES, { type: 'submitted' })
  expect(html).toMatch(/<output[^>]*tabindex="-1"[^>]*>Thank you for your feedback\.<\/output>/i)
  expect(html).not.toMatch(/<form|<button/)
})
