import { expect, test, vi } from 'vitest'
import { RequestError } from '../../browser/request/request-error.ts'
import { oneClickDriver, type OneClickPorts } from './one-click-driver.ts'
import type { OneClickState } from './one-click-flow.ts'
import { details } from './one-click-details.fixture.ts'

const done = { user_subscription: { plan_id: 'pro' }, errors: [] }
const already = () =>
  new RequestError(new Response(null, { status: 409 }), { error: { code: 'already_subscribed', message: 'You have.' } })

/** Runs until no request is pending. */
async function run(given: Partial<OneClickPorts>, act: (send: () => void) => unknown = () => {}) {
  const ports = {
    plan: 'pro' as const,
    details: vi.fn(given.details ?? (async () => details())),
    upgrade: vi.fn(given.upgrade ?? (async () => done)),
    hasPlan: vi.fn(given.hasPlan ?? (async () => true)),
  }
  const states: OneClickState[] = []
  const signedOut = vi.fn(() => {})
  const driver = oneClickDriver(ports, { changed: (state) => void states.push(state), signedOut })
  driver.start()
  await settled()
  act(() => driver.send({ type: 'pressed' }))
  await settled()
  return { ...ports, kinds: states.map(({ kind }) => kind), last: states.at(-1), signedOut }
}
/** The longest path takes four answers. */
async function settled() {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}
const failing = (times: number) => {
  let left = times
  return async () => {
    left -= 1
    if (left >= 0) throw new TypeError('fetch failed')
    return details()
  }
}

test('sends what was shown once, however often it is pressed', async () => {
  const { upgrade, kinds } = await run({}, (press) => {
    press()
    press()
  })
  expect(upgrade.mock.calls).toEqual([[details()]])
  expect(kinds).toEqual(['shown', 'upgrading', 'done'])
})

// §7-31
test('asks once more for details that failed', async () => {
  const once = await run({ details: failing(1) })
  expect([once.details.mock.calls.length, once.last?.kind]).toEqual([2, 'shown'])
  const twice = await run({ details: failing(2) })
  expect([twice.details.mock.calls.length, twice.last?.kind]).toEqual([2, 'failed'])
})

test('after a lost answer, asks whether this user has Pro+', async () => {
  let upgraded = false
  const lost: OneClickPorts['upgrade'] = async () => {
    upgraded = true
    throw new TypeError('fetch failed')
  }
  const known = async () => {
    if (upgraded) throw already()
    return details()
  }
  const found = await run({ upgrade: lost, details: known }, (press) => press())
  expect(found.kinds).toEqual(['shown', 'upgrading', 'loading', 'done'])
  expect(found.hasPlan).toHaveBeenCalledOnce()
})

test("does not count another user's Pro+", async () => {
  const other = await run({ details: async () => Promise.reject(already()), hasPlan: async () => false })
  expect(other.last).toMatchObject({ kind: 'failed', problem: { way: 'reload' } })
})

test('sends a signed-out user to sign in and asks nothing more', async () => {
  const gone = new RequestError(new Response(null, { status: 401 }), {
    error: { code: 'not_signed_in', message: 'Please sign in first.' },
  })
  const { signedOut, upgrade } = await run({ details: async () => Promise.reject(gone) }, (press) => press())
  expect(signedOut).toHaveBeenCalledOnce()
  expect(upgrade).not.toHaveBeenCalled()
})
