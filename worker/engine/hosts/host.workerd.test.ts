import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { HostApi } from '../../system/runner-api/host-api.ts'

const hosts = env.HOST as { getByName(name: string): HostApi }

test('a host that fails for many users is left alone for all', async () => {
  const host = hosts.getByName('failing.test')
  const answers = []
  for (const user of ['a', 'b', 'c', 'd', 'e']) answers.push(await host.report(user, 2, 2))
  expect(answers.map(({ wait }) => wait > 0)).toEqual([false, false, false, false, true])
  expect((await host.ask()).wait).toBeGreaterThanOrEqual(15_000)
  expect(await host.report('a', 1, 0)).toEqual({ wait: 0, suspect: false })
  expect(await hosts.getByName('other.test').ask()).toEqual({ wait: 0, suspect: false })
})

test("an app's calls are leased to all Runners until a 429", async () => {
  const host = hosts.getByName('limited.test')
  const limit = { calls: 30, per: 60 }
  const leased = []
  for (const wanted of [3, 3, 3]) leased.push(await host.lease(limit, wanted))
  expect(leased.map(({ calls }) => calls)).toEqual([3, 2, 0])
  expect(leased[2]?.wait).toBeGreaterThan(0)
  const other = hosts.getByName('limited-too.test')
  await other.emptyLeases(60_000)
  expect((await other.lease(limit, 1)).calls).toBe(0)
})
