import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { evaluate } from './testing/run-source.fixture.ts'
import { FUEL_SPENT, spendFuel } from './testing/spent-fuel.fixture.ts'

test('filter code compiles and runs in workerd', async () => {
  expect(env).toBeDefined()
  expect(await evaluate('Trigger.Text.replace(/\\s.*/, "!") + Meta.currentUserTime.format(" dddd HH:mm Z")')).toBe(
    'Sale:! Sunday 22:30 +01:00',
  )
  expect(await evaluate('((f) => f(f))((f) => [1].map(() => f(f)))')).toMatch(/too deeply/)
  expect(await evaluate('/(x+x+)+y/.test("x".repeat(60000))')).toMatch(/too many steps|false/)
})

test('scripts spend the same fuel in workerd as in Node', async () => {
  expect(await spendFuel()).toEqual(FUEL_SPENT)
})
