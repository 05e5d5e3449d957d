import { expect, test } from 'vitest'
import { createStore, type Store } from '../../../browser/storage/storage.ts'
import { CONNECT_RESUME_WINDOW, connectMemory } from './connect-memory.ts'

/** Storage as a browser keeps it, and a clock. */
function browser() {
  const kept = { local: new Map<string, string>(), session: new Map<string, string>() }
  const open = (map: Map<string, string>) =>
    createStore(() => ({
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => void map.set(key, value),
      removeItem: (key) => void map.delete(key),
      key: (index) => [...map.keys()][index] ?? null,
      length: map.size,
    }))
  return { kept, local: open(kept.local), session: open(kept.session), clock: { now: 1_000_000_000 } }
}
type Browser = { local: Store; session: Store; clock: { now: number } }

function memory({ local, session, clock }: Browser, sessionId: string | null = 'ses_1', appletId = 1) {
  return connectMemory({ local, session, now: () => clock.now, appletId, sessionId })
}

// §3-71 §D3.6-09
test('the pressed Connect is saved under a key of connection id and session id (§3)', () => {
  const world = browser()
  memory(world).rememberConnect(2)
  expect([...world.kept.local.keys()]).toEqual([expect.stringMatching(/1:ses_1$/)])
  expect(memory(world).savedMissing()).toBe(2)
  expect(memory(world, 'ses_2').savedMissing()).toBe(null)
  expect(memory(world, 'ses_1', 2).savedMissing()).toBe(null)
})

// §4.10-17
test('nothing of the saved state is left once it is forgotten (§4.10)', () => {
  const world = browser()
  memory(world).rememberConnect(2)
  memory(world).forget()
  expect(world.kept.local.size).toBe(0)
})

test('a press from long ago, or from the future, is no longer meant', () => {
  const world = browser()
  memory(world).rememberConnect(1)
  world.clock.now += CONNECT_RESUME_WINDOW - 1
  expect(memory(world).savedMissing()).toBe(1)
  world.clock.now += 1
  expect(memory(world).savedMissing()).toBe(null)
  world.clock.now -= 10 * CONNECT_RESUME_WINDOW
  expect(memory(world).savedMissing()).toBe(null)
})

// §4.10-15 §9-19
test('a login asked for less than 5 minutes ago resumes the connect click (§4.10)', () => {
  const world = browser()
  memory(world, null).rememberLogin()
  world.clock.now += 299_999
  expect(memory(world).takeLogin()).toBe(true)
})

// §4.10-16 §9-19
test('a login asked for 5 minutes ago or more does not (§4.10)', () => {
  for (const later of [300_000, 300_001, -1]) {
    const world = browser()
    memory(world, null).rememberLogin()
    world.clock.now += later
    expect(memory(world).takeLogin()).toBe(false)
  }
})

test('a login is asked about once, on the page that asked for it, by the one who signed in', () => {
  const world = browser()
  memory(world, null).rememberLogin()
  expect(memory(world, null).takeLogin()).toBe(false)
  expect(memory(world, 'ses_1', 2).takeLogin()).toBe(false)
  expect(memory(world).takeLogin()).toBe(true)
  expect(memory(world).takeLogin()).toBe(false)
})

// §3-34 §D3.6-10
test('the pending login lies in session storage, and holds no session (§D3.6)', () => {
  const world = browser()
  memory(world, null).rememberLogin()
  expect(world.kept.local.size).toBe(0)
  expect([...world.kept.session.values()].map((text) => JSON.parse(text))).toEqual([
    { applet: 1, authRequestedAt: 1_000_000_000 },
  ])
})

test('what somebody else wrote into storage is nothing', () => {
  for (const text of ['{', 'null', '"yes"', '[]', '{"connectClicked":"now","missing":"2"}', '{"missing":2}']) {
    const world = browser()
    memory(world).rememberConnect(1)
    for (const key of world.kept.local.keys()) world.kept.local.set(key, text)
    expect(memory(world).savedMissing()).toBe(null)
  }
})

test('where storage is blocked, the page itself remembers', () => {
  const blocked = () => {
    throw new Error('SecurityError')
  }
  const world = { local: createStore(blocked), session: createStore(blocked), clock: { now: 0 } }
  memory(world).rememberConnect(2)
  memory(world).rememberLogin()
  expect(memory(world).savedMissing()).toBe(2)
  expect(memory(world).takeLogin()).toBe(true)
  memory(world).forget()
  expect(memory(world).savedMissing()).toBe(null)
})
