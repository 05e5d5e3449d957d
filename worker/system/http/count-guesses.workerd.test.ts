import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { aHook, send } from '../../engine/hooks/send-event.fixture.ts'
import { call } from '../../testing/call-api.ts'
import { emptyDatabase } from '../../testing/test-ctx.ts'

beforeEach(emptyDatabase)

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_switchyard',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_switchyard',
  STRIPE_WEBHOOK_SECRETS: 'whsec_test',
}

/** Bindings whose limiter allows this many calls of one key, and what was written to the dataset. */
function counted(most: number) {
  const counts = new Map<string, number>()
  const points: unknown[] = []
  const limit = async ({ key }: { key: string }) => {
    // Calls of visitors have an allowance of their own.
    if (key.startsWith('visitors:')) return { success: true }
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return { success: (counts.get(key) ?? 0) <= most }
  }
  const ANALYTICS = { writeDataPoint: (point?: AnalyticsEngineDataPoint) => void points.push(point?.blobs) }
  return { points, bindings: { ...env, ...STRIPE, CALLS_PRO: { limit }, ANALYTICS } }
}

const FORM = 'List-Unsubscribe=One-Click'

const guesses = [
  ['hook', 'POST', '/hooks/unknown', undefined],
  ['hook', 'POST', '/trigger/door/with/key/unknown', undefined],
  ['service_key', 'POST', '/v1/notifications', { data: [] }],
  ['stripe_event', 'POST', '/webhooks/stripe', {}],
  ['mail_token', 'POST', '/api/email_verifications/confirm', { token: 'x' }],
  ['mail_token', 'POST', '/unsubscribe?token=x', FORM],
] as const

function typeOf(body: unknown): Record<string, string> {
  return body === FORM ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
}

test.each(guesses)('counts a wrong guess of a %s: %s %s', async (guess, method, path, body) => {
  const { points, bindings } = counted(1000)
  await call(method, path, { body, bindings, headers: typeOf(body) })
  expect(points).toEqual([['call_refused', guess]])
})

test.each(guesses.filter(([guess]) => guess !== 'hook'))(
  'slows down who guesses a %s: %s %s',
  async (_, method, path, body) => {
    const { bindings } = counted(3)
    const at = (ip: string) =>
      call(method, path, { body, bindings, headers: { 'cf-connecting-ip': ip, ...typeOf(body) } })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await at('192.0.2.7')).status)
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, false, true])
    expect((await at('192.0.2.8')).status).not.toBe(429)
  },
)

test('a guesser of hooks reads D1 no more, and no sender waits', async () => {
  const { hook_url } = await aHook()
  const { bindings } = counted(3)
  for (let n = 0; n < 4; n++) await send(`http://localhost:8788/hooks/guess-${n}`, { bindings })
  const prepare = () => Promise.reject(new Error('D1 was asked.'))
  const blind = { ...bindings, DB: Object.assign(Object.create(env.DB), { prepare, batch: prepare }) }
  expect((await send('http://localhost:8788/hooks/guess-5', { bindings: blind })).status).toBe(404)
  expect((await send(hook_url, { bindings })).status).toBe(202)
})
