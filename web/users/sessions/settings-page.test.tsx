import { expect, test } from 'vitest'
import type { SessionRow } from '../../../worker/contract/accounts/me.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { SessionList } from './session-list.tsx'
import { Page } from './settings-page.tsx'
import { OTHERS, without } from './use-sessions.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'

const NOW = Date.UTC(2026, 10, 21, 12)
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const row = (fields: Partial<SessionRow> = {}): SessionRow => ({
  id: 'ses_1',
  user_agent: CHROME,
  created_at: NOW - 86_400_000,
  last_seen_at: NOW,
  current: false,
  ...fields,
})
const here = row({ current: true })
const phone = row({
  id: 'ses_2',
  user_agent: 'Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1',
  last_seen_at: NOW - 7_200_000,
})

const security = { events: [], next: null, before: null, earlier: { applets: [], drafts: [] } }
const session = fulfilled<Session<null>>({ kind: 'visitor' })
const page = (fields: Parameters<typeof me>[0], sessions: SessionRow[], timeZone = 'UTC', reminders = true) =>
  htmlOf(
    <Page
      data={{
        me: me(fields),
        sessions,
        reminders,
        ways: { password: true, passkeys: [], identities: [], second_factor: { since: null, codes_left: 0 } },
        maker_key: null,
        hidden: false,
        security,
        now: NOW,
        timeZone,
      }}
      session={session}
      address={{ path: '/settings', query: {} }}
    />,
  )

// §6-01
test('the profile shows name, plan and join date in local time', () => {
  const html = page({ tier: 'pro' }, [here], 'Asia/Tokyo')
  expect(html).toContain('<dd>ada</dd>')
  expect(html).toContain('ada@example.com')
  expect(html).toContain('Pro+')
  expect(html).toContain('November 21, 2026')
  expect(page({ tier: 'pro' }, [here], 'UTC')).toContain('<dd>November 20, 2026</dd>')
})

test('turns upgrade reminder mails on and off', () => {
  const input = (reminders: boolean) => /<input[^>]*role="switch"[^>]*>/.exec(page({}, [here], 'UTC', reminders))?.[0]
  expect(page({}, [here])).toContain('Reminders about an unfinished upgrade')
  expect(input(true)).toContain('checked')
  expect(input(false)).not.toContain('checked')
})

test('offers the verification link for unverified addresses only', () => {
  expect(page({ email_verified: false }, [here])).toContain('Send the link again')
  const html = page({ email_verified: true }, [here])
  expect(html).toContain('Verified')
  expect(html).not.toContain('Send the link again')
})

test('lists sessions by device and keeps the current one', () => {
  const html = page({}, [here, phone])
  expect(html).toContain('This device')
  expect(html).toContain('Last seen 2 hours ago')
  const buttons = [...html.matchAll(/aria-label="(End session[^"]*)"/g)].map((match) => match[1])
  expect(buttons).toEqual(['End session: Safari on iPhone'])
  expect(html).toContain('End all other sessions')
})

test('offers nothing to end when only this device is signed in', () => {
  const html = page({}, [here])
  expect(html).not.toContain('End all other sessions')
  expect(html).not.toContain('End session')
})

test('ending others or one keeps the rest and this device', () => {
  const work = row({ id: 'ses_3' })
  expect(without([here, phone, work], 'ses_2')).toEqual([here, work])
  expect(without([here, phone, work], OTHERS)).toEqual([here])
})

const listed = (ending: string | null, problem: string | null) => {
  const presses = { problem, isWorking: (id: string) => id === ending, press: () => {} }
  return htmlOf(<SessionList sessions={[here, phone]} presses={presses} now={NOW} timeZone="UTC" />)
}

test('labels the button of a session that is ending', () => {
  const html = listed('ses_2', null)
  expect(html).toMatch(/aria-label="End session: Safari on iPhone"[^>]*aria-disabled="true"/)
})

test('says why a session could not be ended', () => {
  expect(listed(null, 'No answer.')).toContain('No answer.')
})

test('settings pages link to each other', () => {
  const html = page({}, [here])
  expect(html).toContain('<a href="/settings" aria-current="page">Profile</a>')
  expect(html).toContain('<a href="/settings/connections">Connections</a>')
})
