import { expect, test } from 'vitest'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { Page as JoinPage } from './join-page.tsx'
import { Page as LoginPage, type LoginData } from './login-page.tsx'

const frame = { session: fulfilled<Session<null>>({ kind: 'visitor' }), address: { path: '/', query: {} } }
const RETURN_TO = '/applets/star-to-sheet?a=1'
const login = (data: Partial<LoginData> = {}, site = { sign_in_with: 'Demo ID' }) =>
  htmlOf(<LoginPage {...frame} data={{ return_to: RETURN_TO, refused: null, ...data }} />, site)

test('offers the provider above both forms and keeps return_to', () => {
  const join = htmlOf(<JoinPage {...frame} data={{ return_to: RETURN_TO, refused: null }} />, {
    sign_in_with: 'Demo ID',
  })
  for (const html of [login(), join]) {
    expect(html).toMatch(
      /<a href="\/api\/oidc\/start\?return_to=%2Fapplets%2Fstar-to-sheet%3Fa%3D1"[^>]*>Continue with Demo ID<\/a>/,
    )
    expect(html.indexOf('Continue with')).toBeLessThan(html.indexOf('<form'))
  }
})

test('offers no provider on either page when none is configured', () => {
  for (const html of [
    htmlOf(<LoginPage {...frame} data={{ return_to: RETURN_TO, problem: 'denied', refused: null }} />),
    htmlOf(<JoinPage {...frame} data={{ return_to: RETURN_TO, refused: null }} />),
  ]) {
    expect(html).not.toMatch(/Continue with|oidc|class="or"/)
  }
})

test('a declined sign-in is a notice, a failed one an alert', () => {
  const denied = login({ problem: 'denied' })
  expect(denied).toContain('You did not sign in with Demo ID. Nothing has changed.')
  expect(denied).not.toContain('role="alert"')
  expect(login({ problem: 'failed' })).toMatch(/role="alert".*Signing in with Demo ID did not work/)
  expect(login()).not.toContain('role="alert"')
})
