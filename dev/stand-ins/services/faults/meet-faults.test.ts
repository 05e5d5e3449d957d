import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runningServices } from '../running-services.fixture.ts'
import { ACME } from '../../samples/sampled-services.ts'
import { sampleCredentials } from '../../samples/connect/sample-credentials.ts'

/** Acme over HTTP: each box that it opens is work done. */
async function acme(now?: () => number) {
  const services = await runningServices(now && { now })
  const address = `${services.origin}/acme`
  const headers = {
    'x-api-key': String(sampleCredentials(ACME, address)['api_key']),
    'content-type': 'application/json',
  }
  return {
    origin: services.origin,
    control: services.control,
    ask: () => fetch(`${address}/me`, { headers, redirect: 'manual' }),
    open: (note: string) =>
      fetch(`${address}/boxes/7/open`, { method: 'POST', headers, body: JSON.stringify({ note }) }),
    /** How many boxes its page says were opened. */
    opened: async () => (await (await fetch(address)).text()).split('<b>Open a box</b>').length - 1,
  }
}

test('the next calls answer a status, with its Retry-After', async () => {
  const { open, opened, control } = await acme()
  control.addFault('acme', { kind: 'status', status: 429, retry_after: 30, calls: 2 })
  expect((await open('One')).headers.get('retry-after')).toBe('30')
  expect([(await open('Two')).status, (await open('Three')).status]).toEqual([429, 200])
  expect(await opened()).toBe(1)
})

test('a service is down for some seconds', async () => {
  let now = Date.UTC(2026, 2, 1)
  const { open, control } = await acme(() => now)
  control.addFault('acme', { kind: 'status', status: 502, seconds: 10 })
  expect([(await open('One')).status, (await open('Two')).status]).toEqual([502, 502])
  now += 10_000
  expect((await open('Three')).status).toBe(200)
})

test('a connection is reset before the work or after it', async () => {
  const { open, opened, control } = await acme()
  control.addFault('acme', { kind: 'reset' })
  await expect(open('One')).rejects.toThrow()
  expect(await opened()).toBe(0)
  control.addFault('acme', { kind: 'reset', afterwards: true })
  await expect(open('Two')).rejects.toThrow()
  expect(await opened()).toBe(1)
})

test('an answer is nonsense, huge, a redirect or slow', async () => {
  const { ask, control, origin } = await acme()
  control.addFault('acme', { kind: 'nonsense' })
  const nonsense = await ask()
  expect([nonsense.status, (await nonsense.text()).startsWith('<!doctype')]).toEqual([200, true])
  control.addFault('acme', { kind: 'huge' })
  expect((await (await ask()).arrayBuffer()).byteLength).toBeGreaterThan(4_000_000)
  control.addFault('acme', { kind: 'redirect', to: `${origin}/feeds/news` })
  const redirect = await ask()
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${origin}/feeds/news`])
  control.addFault('acme', { kind: 'slow', ms: 60 })
  // Begun before the fault's wait, so it ends before it on the busiest machine too.
  const sooner = setTimeout(50, 'sooner')
  const slow = ask()
  expect(await Promise.race([slow, sooner])).toBe('sooner')
  expect((await slow).status).toBe(200)
})

test('a fault meets one service, until all faults are ended', async () => {
  const { ask, control, origin } = await acme()
  const readFeed = async () => (await fetch(`${origin}/feeds/news.xml`)).status
  control.addFault('feeds', { kind: 'status', status: 500, seconds: 60 })
  expect([(await ask()).status, await readFeed()]).toEqual([200, 500])
  control.clearFaults()
  expect(await readFeed()).toBe(200)
})
