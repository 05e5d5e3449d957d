import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { HostApi } from './circuit-breaker.ts'

// §D18-01 §D18-02
test('a host that fails for many users is left alone for all', async () => {
  const hosts = env.HOST as { getByName(name: string): HostApi }
  const host = hosts.getByName('failing.test')
  const answers = []
  for (const user of ['a', 'b', 'c', 'd', 'e']) answers.push(await host.report(user, 2, 2))
  expect(answers.map(({ wait }) => wait > 0)).toEqual([false, false, false, false, true])
  expect((await host.ask()).wait).toBeGreaterThanOrEqual(15_000)
  expect(await host.report('a', 1, 0)).toEqual({ wait: 0, suspect: false })
  expect(await hosts.getByName('other.test').ask()).toEqual({ wait: 0, suspect: false })
})
