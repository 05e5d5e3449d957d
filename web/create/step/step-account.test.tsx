import { expect, test } from 'vitest'
import type { DraftStepView } from '../../../worker/contract/drafts/draft.ts'
import { me, htmlOf } from '../../testing/page.fixture.tsx'
import { aDraftStep } from '../fields/draft-step.fixture.ts'
import { StepAccount } from './step-account.tsx'

const { service } = aDraftStep()

function html(accounts: DraftStepView['accounts']) {
  const step = {
    ...aDraftStep({ service: service && { ...service, connect_kind: 'oauth2' }, accounts }),
    loading: false,
    lostSecrets: [],
  }
  const session = Promise.resolve({ kind: 'user', me: me(), viewer: null } as const)
  return htmlOf(
    <StepAccount
      step={step}
      user={me()}
      session={session}
      returnTo="/create/1?step=then.1"
      onChoose={() => undefined}
    />,
  )
}

test('a step without an account leads to connecting one, and back', () => {
  const page = html([])
  expect(page).toContain('Your draft waits here.')
  expect(page).toMatch(
    /href="\/activate\?c(%5B%5D|\[\])=github&amp;return_to=%2Fcreate%2F1%3Fstep%3Dthen.1"[^>]*>Connect/,
  )
})

test('names the account that a step uses', () => {
  expect(html([{ id: 'a', account_name: 'octocat', status: 'connected' }])).toContain(
    'Uses your account <b>octocat</b>.',
  )
})

test('an account that no longer works says so and is reconnected', () => {
  const page = html([{ id: 'a', account_name: 'octocat', status: 'broken' }])
  expect(page).toContain('Your account <b>octocat</b> no longer works.')
  expect(page).toMatch(/>Reconnect (<!-- -->)?GitHub</)
})

test('of several accounts, one that no longer works is marked', () => {
  const page = html([
    { id: 'a', account_name: 'octocat', status: 'connected' },
    { id: 'b', account_name: 'hubot', status: 'broken' },
  ])
  expect(page).toContain('hubot (no longer works)')
  expect(page).not.toContain('octocat (no longer works)')
})
