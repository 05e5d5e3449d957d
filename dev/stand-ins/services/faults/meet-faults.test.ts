import { expect, test } from 'vitest'
import { callApi } from '../at-demo-service.ts'
import { connectedService } from '../connected-service.fixture.ts'

async function parley(now?: () => number) {
  const service = await connectedService('parley', now && { now })
  const post = (text: string) => service.call('POST', '/channels/C01/messages', { text })
  return { ...service, post, sent: () => service.control.items('parley-ada', 'channels/C01/messages').length - 1 }
}

test('the next calls answer a status, with its Retry-After', async () => {
  const { post, control, sent } = await parley()
  control.addFault('parley', { kind: 'status', status: 429, retry_after: 30, calls: 2 })
  expect((await post('One')).headers.get('retry-after')).toBe('30')
  expect([(await post('Two')).status, (await post('Three')).status]).toEqual([429, 201])
  expect(sent()).toBe(1)
})

test('a service is down for some seconds', async () => {
  let now = Date.UTC(2026, 2, 1)
  const { post, control } = await parley(() => now)
  control.addFault('parley', { kind: 'status', status: 502, seconds: 10 })
  expect([(await post('One')).status, (await post('Two')).status]).toEqual([502, 502])
  now += 10_000
  expect((await post('Three')).status).toBe(201)
})

test('a connection is reset before the work or after it', async () => {
  const { post, control, sent } = await parley()
  control.addFault('parley', { kind: 'reset' })
  await expect(post('One')).rejects.toThrow()
  expect(sent()).toBe(0)
  control.addFault('parley', { kind: 'reset', afterwards: true })
  await expect(post('Two')).rejects.toThrow()
  expect(sent()).toBe(1)
})

test('an answer is nonsense, huge, a redirect or slow', async () => {
  const { endpoints, control, services } = await parley()
  const ask = () => fetch(`${endpoints.api_base_url}/me`, { redirect: 'manual' })
  control.addFault('parley', { kind: 'nonsense' })
  const nonsense = await ask()
  expect([nonsense.status, (await nonsense.text()).startsWith('<!doctype')]).toEqual([200, true])
  control.addFault('parley', { kind: 'huge' })
  expect((await (await ask()).arrayBuffer()).byteLength).toBeGreaterThan(4_000_000)
  control.addFault('parley', { kind: 'redirect', to: `${services.origin}/feeds/news` })
  const redirect = await ask()
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${services.origin}/feeds/news`])
  control.addFault('parley', { kind: 'slow', ms: 60 })
  const before = performance.now()
  expect((await ask()).status).toBe(401)
  expect(performance.now() - before).toBeGreaterThan(50)
})

test('faults meet one service and one kind of call', async () => {
  const { post, control, services } = await parley()
  control.addFault('chirp', { kind: 'reset' })
  control.addFault('parley', { kind: 'status', status: 500, at: 'token' })
  control.addFault('feeds', { kind: 'status', status: 500 })
  expect((await post('One')).status).toBe(201)
  expect((await fetch(`${services.origin}/feeds/news.xml`)).status).toBe(500)
  control.clearFaults()
  expect((await callApi(`${services.origin}/chirp/api/me`, 'none')).status).toBe(401)
})
