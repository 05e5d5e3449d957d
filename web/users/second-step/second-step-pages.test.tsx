import { expect, test } from 'vitest'
import type { SecondStepResponse } from '../../../worker/contract/accounts/second-factor.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { Page as RecoveryPage } from './recovery-page.tsx'
import { Page as SecondStepPage } from './second-step-page.tsx'

const DUE = Date.UTC(2026, 10, 26, 15, 4)
const WEEK = 7 * 24 * 60 * 60 * 1000
const frame = { session: fulfilled<Session<null>>({ kind: 'visitor' }), address: { path: '/', query: {} } }
const waiting = { ends_at: 1, recovery: null }
const data = (given: SecondStepResponse) => ({ ...given, return_to: '/plans', refused: null, timeZone: 'UTC' })

test('both pages lead to sign-in where nothing waits', () => {
  const over = data({ waiting: null })
  const pages = [htmlOf(<SecondStepPage {...frame} data={over} />), htmlOf(<RecoveryPage {...frame} data={over} />)]
  for (const page of pages) expect(page).toContain('href="/login?return_to=%2Fplans"')
})

test('without scripts the second step has the form of a code', () => {
  const page = htmlOf(<SecondStepPage {...frame} data={data({ waiting })} />)
  expect(page).toContain('action="/login/second_step?return_to=%2Fplans" method="post"')
  expect(page).not.toContain('Use your passkey')
})

test('in a signed-in browser the form carries its token', () => {
  const session = fulfilled<Session<null>>({ kind: 'user', me: me({ csrf_token: 'TOKEN' }), viewer: null })
  for (const page of [
    <SecondStepPage key="step" {...frame} session={session} data={data({ waiting })} />,
    <RecoveryPage key="wait" {...frame} session={session} data={data({ waiting })} />,
  ])
    expect(htmlOf(page)).toContain('value="TOKEN"')
})

test('the wait says its day and hour', () => {
  const recovery = { due_at: DUE, expires_at: DUE + WEEK }
  const page = htmlOf(<RecoveryPage {...frame} data={data({ waiting: { ...waiting, recovery } })} />)
  expect(page).toMatch(/From <b>November 26, 2026 at 3:04\sPM<\/b> on/)
  expect(page).toContain('Please do so before December 3, 2026.')
})
