import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { Env } from '../../../system/context/env.ts'
import { CallLeases } from './call-leases.ts'

const hosts = { HOST: env.HOST } as Pick<Env, 'HOST'>
const LIMIT = { calls: 30, per: 60 }

async function takeAll(leases: CallLeases, host: string, calls: number) {
  const waits = []
  for (let n = 0; n < calls; n++) waits.push(await leases.take([host], LIMIT))
  return waits.filter((wait) => wait === 0).length
}

test('two Runners share what an app may call', async () => {
  const [one, other] = [new CallLeases(hosts), new CallLeases(hosts)]
  expect(await takeAll(one, 'shared.test', 2)).toBe(2)
  expect((await takeAll(other, 'shared.test', 9)) + (await takeAll(one, 'shared.test', 9))).toBe(3)
})

test('a 429 of one Runner stops the others', async () => {
  const [one, other] = [new CallLeases(hosts), new CallLeases(hosts)]
  await one.empty(['limited-host.test'], 60_000)
  expect(await other.take(['limited-host.test'], LIMIT)).toBeGreaterThanOrEqual(50_000)
})

test('a Host that cannot be reached lets calls pass', async () => {
  const away = { HOST: { getByName: () => ({ lease: () => Promise.reject(new Error('away')) }) } } as never
  expect(await takeAll(new CallLeases(away), 'away.test', 9)).toBe(9)
})
