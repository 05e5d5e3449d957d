import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { me } from '../../testing/page.fixture.tsx'
import type { SavedNotices } from './notice-rules.ts'
import { NoticeView } from './lasting-notice.tsx'

const html = (saved: Partial<SavedNotices>, email_verified: boolean) =>
  renderToStaticMarkup(
    <NoticeView
      me={{ ...me(), email: 'ada@example.test', email_verified }}
      path="/"
      productName="Switchyard"
      saved={{ welcome: null, verifyLater: false, ...saved }}
      onSave={() => {}}
    />,
  )

test('the notice names the address and where to send the link again', () => {
  const page = html({}, false)
  expect(page).toContain('open the link we sent to <b>ada@example.test</b>')
  expect(page).toContain('<a href="/settings">Send it again</a>')
  expect(page).toMatch(/<button[^>]*>Not now<\/button>/)
})

test('the welcome names the plan and leads to it', () => {
  const page = html({ welcome: 'pro' }, true)
  expect(page).toContain('Your Switchyard Pro+ plan is active.')
  expect(page).toContain('<a href="/settings/billing">See your plan</a>')
  expect(page).toMatch(/<button[^>]*>Got it<\/button>/)
})

test('shows nothing when there is nothing to say', () => {
  expect(html({}, true)).toBe('')
})
