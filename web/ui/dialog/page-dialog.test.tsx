import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { PageDialog } from './page-dialog.tsx'

const html = htmlOf(
  <PageDialog titleId="title" onClose={() => {}}>
    <h2 id="title">Get more with Pro</h2>
  </PageDialog>,
)

test('a page dialog has a title, a close X and messages', () => {
  expect(html).toContain('<dialog open="" class="dialog page fitting" aria-labelledby="title" tabindex="-1">')
  expect(html.indexOf('aria-label="Close"')).toBeLessThan(html.indexOf('Get more with Pro'))
  expect(html).toContain('class="flash-region"')
})

test("a page dialog leaves the bank's window reachable for screen readers", () => {
  expect(html).not.toContain('aria-modal')
})
