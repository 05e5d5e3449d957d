import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { PageDialog } from './page-dialog.tsx'

const html = htmlOf(
  <PageDialog titleId="title" onClose={() => {}}>
    <h2 id="title">Get more with Pro</h2>
  </PageDialog>,
)

test('a page dialog is named by its title, has a close X before its content, and messages of its own', () => {
  expect(html).toContain('<dialog open="" class="dialog page fitting" aria-labelledby="title" tabindex="-1">')
  expect(html.indexOf('aria-label="Close"')).toBeLessThan(html.indexOf('Get more with Pro'))
  expect(html).toContain('class="flash-region"')
})

test('it is not aria-modal: the window of a bank, which Stripe puts beside it, would not be there for a screen reader', () => {
  expect(html).not.toContain('aria-modal')
})
