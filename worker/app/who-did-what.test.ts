import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { makeEmailLink } from '../users/accounts/email-links.ts'
import { hashPassword } from '../users/accounts/password-hash.ts'
import { passwordState } from '../users/accounts/request-password-reset.ts'
import { UPGRADE_TO_PRO_PLUS } from '../contract/graphql/purchase-documents.ts'
import { connect } from '../system/d1/client.ts'
import { call } from '../testing/call-api.ts'
import { listenToLog } from '../testing/logged-lines.ts'
import { postForm } from '../testing/post-form.ts'
import { aConnectedAccount, aService, aUser, signIn } from '../testing/rows.ts'
import { testCtx } from '../testing/test-ctx.ts'

const PASSWORD = 'plum orbit velvet canoe'
const WRONG = 'the password of another site'
const EMAIL = 'ada-who-did-it@example.test'
const KEY = 'todoist_key_that_nobody_may_see'
const db = connect(env.DB)

/** Somebody with a session and an account at a service. */
async function aSignedInUser() {
  const ctx = await testCtx()
  const user = await aUser(db, { email: EMAIL, login: 'ada-lovelace', password_hash: await hashPassword(PASSWORD, 2) })
  const session = await signIn(db, user, Date.now())
  await aService(db, { module_name: 'todoist', connect_kind: 'key', account_url: 'https://127.0.0.1/api/v1/user' })
  await aService(db, { module_name: 'github', revoke_url: null })
  const account = await aConnectedAccount(db, user, 'github')
  return { ctx, user, session, account }
}
type Scene = Awaited<ReturnType<typeof aSignedInUser>>
let scene: Scene
beforeEach(async () => {
  scene = await aSignedInUser()
})

/** The token of a link that sets a new password. Links are signed for the present. */
async function resetToken({ ctx, user }: Scene) {
  const state = await passwordState(ctx, user.password_hash)
  const link = await makeEmailLink({ ...ctx, now: Date.now }, 'password_reset', {
    user_id: user.id,
    email: EMAIL,
    state,
  })
  return new URL(link).searchParams.get('token') ?? ''
}

const session = () => ({ session: scene.session.token })
const mine = () => ({ user_id: scene.user.id, session_id: scene.session.id })

type Named = [name: string, () => Promise<Response>, () => Record<string, unknown>]
const calls: Named[] = [
  [
    'a refusal by CSRF',
    () => call('DELETE', '/api/sessions', { ...session(), headers: { 'x-csrf-token': 'forged' } }),
    () => ({ route: '/api/sessions', status: 403, outcome: 'csrf', ...mine() }),
  ],
  [
    'a form of another site',
    () =>
      postForm(
        '/login',
        { email: EMAIL, password: PASSWORD },
        { ...session(), headers: { 'sec-fetch-site': 'cross-site' } },
      ),
    () => ({ route: '/login', status: 403, outcome: 'csrf', ...mine() }),
  ],
  [
    'a plan',
    () => call('POST', '/api/billing/resume', session()),
    () => ({ route: '/api/billing/resume', outcome: expect.not.stringMatching('done'), ...mine() }),
  ],
  [
    'an upgrade by GraphQL',
    () =>
      call('POST', '/graphql', {
        ...session(),
        body: { query: UPGRADE_TO_PRO_PLUS.query, variables: { product_id: 'p' } },
      }),
    () => ({ route: '/graphql', operation: 'UpgradeToProPlus', outcome: expect.not.stringMatching('done'), ...mine() }),
  ],
  [
    'connecting with a key',
    () => call('POST', '/api/connections', { ...session(), body: { module_name: 'todoist', key: KEY } }),
    () => ({ route: '/api/connections', method: 'POST', outcome: expect.any(String), ...mine() }),
  ],
  [
    'disconnecting',
    () => call('DELETE', `/api/connections/${scene.account.id}`, session()),
    () => ({ route: '/api/connections/:id', status: 204, outcome: 'done', ...mine() }),
  ],
  [
    'a callback that nobody started',
    () => call('GET', '/api/connections/callback/github?state=s3cr3t-state&code=s3cr3t-code', session()),
    () => ({ status: 302, outcome: 'connection_failed', ...mine() }),
  ],
]

test.each(calls)('the log says who asked for %s, and how it ended', async (_, work, said) => {
  const logged = listenToLog()
  await work()
  expect(logged('request')).toMatchObject([said()])
})

test('the log says whom a sign-in or reset is about', async () => {
  const logged = listenToLog()
  await call('POST', '/api/session', { body: { email: EMAIL, password: WRONG } })
  await call('POST', '/api/session', { body: { email: EMAIL, password: PASSWORD } })
  await call('POST', '/api/password_resets', { body: { email: EMAIL } })
  await call('POST', '/api/password_resets/confirm', {
    body: { token: await resetToken(scene), password: 'a quite new password' },
  })
  const about = { user_id: scene.user.id }
  const begun = { ...about, outcome: 'done', session_id: expect.stringMatching(/^ses_/) }
  expect(logged('security_event')).toMatchObject([
    { ...about, kind: 'signed_in', outcome: 'refused', session_id: null },
    { ...begun, kind: 'new_browser' },
    { ...begun, kind: 'password_reset' },
  ])
  expect(logged('password_reset_asked')).toMatchObject([about])
  expect(logged('request')).toMatchObject([{ outcome: 'bad_credentials' }, begun, { outcome: 'done' }, begun])
})

test('no line of the log has a password, token, key or address', async () => {
  const lines = listenToLog()
  for (const [, work] of calls) await work()
  const token = await resetToken(scene)
  const responses = [
    await call('POST', '/api/session', { body: { email: EMAIL, password: WRONG } }),
    await call('POST', '/api/session', { body: { email: EMAIL, password: PASSWORD } }),
    await call('POST', '/api/password_resets', { body: { email: EMAIL } }),
    await call('POST', '/api/password_resets/confirm', { body: { token, password: 'a quite new password' } }),
    await call('POST', '/api/email_verifications/confirm', { body: { token, password: WRONG } }),
    await call('POST', '/api/users', { body: { email: `new-${EMAIL}`, login: 'somebody-new', password: PASSWORD } }),
  ]
  const cookies = responses.flatMap(({ headers }) =>
    headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1] ?? ''),
  )
  expect(cookies.length).toBeGreaterThan(4)
  const secrets = [PASSWORD, WRONG, 'a quite new password', EMAIL, 'ada-lovelace', 'somebody-new', KEY, token, 's3cr3t']
  const text = JSON.stringify(lines())
  expect(text).toContain(scene.user.id)
  for (const secret of [...secrets, ...cookies, scene.session.token, scene.session.token_hash, '192.0.2']) {
    expect(text, secret).not.toContain(secret)
  }
})
