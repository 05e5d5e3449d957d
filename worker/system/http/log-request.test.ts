import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { connect } from '../d1/client.ts'
import { call } from '../../testing/call-api.ts'
import { aUser } from '../../testing/rows.ts'
import { emptyDatabase } from '../../testing/test-ctx.ts'
import { listenToLog } from '../../testing/logged-lines.ts'

test("answers the edge's request id and logs it", async () => {
  const logged = listenToLog()
  const response = await call('GET', '/api/settings', { headers: { 'x-request-id': '0011223344556677' } })
  expect(response.headers.get('x-request-id')).toBe('0011223344556677')
  expect(logged('request')).toMatchObject([{ request_id: '0011223344556677', route: '/api/settings' }])
})

test("logs the caller's own id beside the request id", async () => {
  const logged = listenToLog()
  await call('GET', '/api/settings', { headers: { 'x-request-id': '00ff', 'x-client-id': 'case-42' } })
  expect(logged('request')).toMatchObject([{ request_id: '00ff', client_id: 'case-42' }])
})

test('an error deep in a call is logged with its request id', async () => {
  const logged = listenToLog()
  const DB: typeof env.DB = Object.assign(Object.create(env.DB), { prepare: fail, batch: fail })
  await call('GET', '/api/me', { session: 's', headers: { 'x-request-id': '00aa' }, bindings: { ...env, DB } })
  expect(logged('unexpected_error')).toMatchObject([{ request_id: '00aa' }])
})

test('a job carries the id of the request that sent it', async () => {
  const sent: unknown[] = []
  const send = async (job: unknown) => {
    sent.push(job)
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
  }
  await emptyDatabase()
  const user = await aUser(connect(env.DB))
  await call('POST', '/api/password_resets', {
    body: { email: user.email },
    headers: { 'x-request-id': '00bb' },
    bindings: { ...env, QUEUE: { ...env.QUEUE, send } },
  })
  expect(sent).toMatchObject([{ kind: 'mail', log_ids: { request_id: '00bb' } }])
})

function fail(): never {
  throw new Error('D1 is away.')
}
