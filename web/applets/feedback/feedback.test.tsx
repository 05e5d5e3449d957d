import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FlashProvider } from '../../ui/flash/use-flash.tsx'
import { Explanation } from './explanation.tsx'
import { ASKING, feedbackFlow, type FeedbackEvent } from './feedback-flow.ts'
import { Feedback, FeedbackView } from './feedback.tsx'

/** The widget after these events. */
function shown(...events: FeedbackEvent[]) {
  const state = events.reduce((before, event) => feedbackFlow(before, event).state, ASKING)
  return renderToStaticMarkup(<FeedbackView state={state} send={() => {}} Explanation={Explanation} />)
}

const NO: FeedbackEvent = { type: 'answered', like: false }
const YES: FeedbackEvent = { type: 'answered', like: true }
const OTHER: FeedbackEvent = { type: 'opinionChosen', opinion: 'other' }
const button = (name: string) => new RegExp(`<button[^>]*>${name}</button>`)

// §2.5-01
test('asks "Do you like this Applet?" with Yes and No', () => {
  const html = renderToStaticMarkup(
    <FlashProvider>
      <Feedback appletId={1} rated={false} />
    </FlashProvider>,
  )
  expect(html).toMatch(/<h2[^>]*>Do you like this Applet\?<\/h2>/)
  expect(html).toMatch(/<button[^>]*aria-pressed="false"[^>]*>Yes<\/button>/)
  expect(html).toMatch(/<button[^>]*aria-pressed="false"[^>]*>No<\/button>/)
  expect(html).not.toMatch(/textarea|radio|Submit/)
})

// §2.5-03
test('hides once the user has rated the Applet', () => {
  const html = renderToStaticMarkup(
    <FlashProvider>
      <Feedback appletId={1} rated />
    </FlashProvider>,
  )
  expect(html).toBe('')
})

// §4.5-03
test('No shows the four reasons, none chosen', () => {
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
test('Submit appears after No only with a reason', () => {
  expect(shown(NO)).not.toMatch(button('Submit'))
  expect(shown(NO, OTHER)).toMatch(button('Submit'))
})

// §4.5-06
test('Yes shows the text field and Submit, without reasons', () => {
  const html = shown(YES)
  expect(html).toContain('<textarea')
  expect(html).toMatch(button('Submit'))
  expect(html).not.toContain('radio')
})

// §4.5-06
test('the counter reads {n}/255 and counts visible characters', () => {
  expect(shown(YES)).toMatch(/id="([^"]+)-count">0\/255</)
  const html = shown(YES, { type: 'textChanged', text: '👨‍👩‍👧‍👦é!' })
  expect(html).toContain('>3/255<')
  const [, described] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain(`id="${described}">3/255<`)
})

test('says when the field is full at 255', () => {
  expect(shown(YES, { type: 'textChanged', text: 'a'.repeat(254) })).not.toContain('limit reached')
  expect(shown(YES, { type: 'textChanged', text: 'a'.repeat(255) })).toContain('Character limit reached.')
})

// §4.5-05
test('an announced thank-you replaces the form', () => {
  expect(shown()).toMatch(/<output[^>]*><\/output>/)
  const html = shown(YES, { type: 'submitted', suggestion: '' })
  expect(html).toMatch(/<output[^>]*tabindex="-1"[^>]*>Thank you for your feedback\.<\/output>/i)
  expect(html).not.toMatch(/<form|<button/)
})
