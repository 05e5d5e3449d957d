import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { Page as Privacy } from './privacy-page.tsx'
import { Page as Terms } from './terms-page.tsx'

test.each([
  ['Terms of use', <Terms key="terms" />],
  ['Privacy', <Privacy key="privacy" />],
])('%s says which text the operator must still write', (title, page) => {
  const html = htmlOf(page)
  expect(html).toContain(`<h1>${title}</h1>`)
  expect(html).toContain('The operator of Switchyard has not added their text yet.')
  expect(html).toContain('Not written yet.')
})

test('the privacy page says how long activity is kept', () => {
  expect(htmlOf(<Privacy />)).toContain(
    'We delete Applet activity after 400 days, and sign-ins and changes of your account after 90.',
  )
})

test('the privacy page says how long reports are kept', () => {
  expect(htmlOf(<Privacy />)).toContain('We delete a report 90 days after it was closed.')
})

test('the privacy page says what is kept of runs', () => {
  const html = htmlOf(<Privacy />)
  expect(html).toContain('7 days on Free, 30 days on Pro, and 90 days on Pro+, and at most 20, 200, and 2,000 MB')
  expect(html).toContain('Don&#x27;t keep contents')
})

test('the privacy page names whose language model reads sentences', () => {
  expect(htmlOf(<Privacy />)).not.toContain('language model')
  const html = htmlOf(<Privacy />, { sentences_read_by: 'Cloudflare' })
  expect(html).toContain('a language model at Cloudflare reads it')
})

test('the terms explain renewal, trial and cancellation', () => {
  const html = htmlOf(<Terms />)
  expect(html).toContain('renews every month or every year at that price until you cancel it')
  expect(html).toContain('If you do not cancel before it ends, the first payment is taken')
  expect(html).toContain('cancel at any time on the billing page')
})

test('the terms say what is refunded to whom, and what is not', () => {
  const html = htmlOf(<Terms />)
  expect(html).toContain('we refund what is left of it to the cards that paid')
  expect(html).toContain('as a promotion or a gift is not paid out')
})
