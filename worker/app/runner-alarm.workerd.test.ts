import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'

test("a Runner's alarm wakes it after it left memory", async () => {
  const runner = env.RUNNER.getByName('left-memory')
  await runInDurableObject(runner, (_runner, { storage }) => storage.setAlarm(Date.now() + 60_000))
  await evictDurableObject(runner)
  expect(await runDurableObjectAlarm(runner)).toBe(true)
})
