import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { connect } from '../system/d1/client.ts'
import type { ErrorEnvelope } from '../contract/errors.ts'
import { PROOF_LASTS } from '../contract/limits.ts'
import { call } from '../testing/call-api.ts'
import { aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase } from '../testing/test-ctx.ts'
import { api } from './api.ts'

/** The calls of our own pages, from the router itself, so that new ones are tested automatically. */
const calls = [...new Set(api.routes.map(({ method, path }) => `${method} ${path}`))]
  .filter((name) => /^(GET|POST|PUT|PATCH|DELETE) \/(api|graphql)/.test(name))
  .map((name) => {
    const [method = '', path = ''] = name.replaceAll(/:\w+(?:\{[^}]*\})?/g, 'unknown').split(' ')
    return { name, method, path }
  })

async function codeOf(response: Response): Promise<string> {
  const { error } = response.status < 400 ? {} : await response.json<Partial<ErrorEnvelope>>()
  return error?.code ?? `${response.status}`
}

/** A user with a session, whose last proof is so old (ms). */
async function aSession(proofAge = 0): Promise<string> {
  await emptyDatabase()
  const db = connect(env.DB)
  return (await signIn(db, await aUser(db), Date.now(), Date.now() - proofAge)).token
}

/** The calls left to somebody who signs in to an account that is being deleted. */
const LEFT = ['POST /api/account_deletion/undo', 'GET /api/account_download']

test.each(calls)('$name serves no account that is being deleted', async ({ name, method, path }) => {
  const session = await aSession()
  await env.DB.batch([
    env.DB.prepare('update users set deletes_at = ?').bind(Date.now() + 60_000),
    env.DB.prepare(
      'insert into account_deletions (user_id, requested_at, due_at, take_down, next_at) select id, 1, ?1, 0, ?1 from users',
    ).bind(Date.now() + 60_000),
  ])
  const body = method === 'GET' ? {} : { body: {} }
  const asVisitor = await codeOf(await call(method, path, body))
  const answer = await codeOf(await call(method, path, { session, ...body }))
  if (LEFT.includes(name)) expect(answer).toMatch(/^2/)
  else expect(answer).toBe(asVisitor === 'not_signed_in' ? 'account_deleting' : asVisitor)
})

/** The calls worth stealing, with a body that the shape of each allows. */
const WORTH_STEALING: [name: string, body: object | null][] = [
  ['POST /api/email_changes', { email: 'new@example.test' }],
  ['POST /api/account_deletion', { name: 'somebody', take_down: false }],
  ['POST /api/passkeys/options', null],
  ['DELETE /api/passkeys/unknown', null],
  ['POST /api/maker_key', null],
]

test.each(WORTH_STEALING)('%s asks for a fresh proof', async (name, body) => {
  const [method = '', path = ''] = name.split(' ')
  const given = body ? { body } : {}
  const stale = await call(method, path, { session: await aSession(PROOF_LASTS), ...given })
  expect(await codeOf(stale)).toBe('proof_required')
  const fresh = await call(method, path, { session: await aSession(), ...given })
  expect(await codeOf(fresh)).not.toBe('proof_required')
})
