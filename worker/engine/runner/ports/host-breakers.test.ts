import { expect, test } from 'vitest'
import { HostBreakers } from './host-breakers.ts'

test('a Host that cannot be reached holds up no call', async () => {
  const away = () => Promise.reject(new Error('away'))
  const env = { HOST: { getByName: () => ({ ask: away, report: away }) } } as never
  const breakers = new HostBreakers(env, () => 'user')
  for (let n = 0; n < 3; n++) await breakers.report(['away.test'], false)
  expect(await breakers.delay(['away.test'])).toBe(0)
})
