import { expect, test } from 'vitest'
import { createStore, type Store } from '../../../browser/storage/storage.ts'
import { CONNECT_RESUME_WINDOW, connectMemory } from './connect-memory.ts'

/** Storage as a browser keeps it, with a clock. */
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

function memory({ local, session, clock }: Browser, sessionId: string | null = 'ses_1', appletId = 1, rev = 1) {
  return connectMemory({ local, session, now: () => clock.now, appletId, rev, sessionId })
}

// §3-71
test('saves the press under connection id and session id', () => {
  const world = browser()
  memory(world).rememberConnect(2)
  expect([...world.kept.local.keys()]).toEqual([expect.stringMatching(/1:ses_1$/)])
  expect(memory(world).savedMissing()).toBe(2)
  expect(memory(world, 'ses_2').savedMissing()).toBe(null)
  expect(memory(world, 'ses_1', 2).savedMissing()).toBe(null)
})

// §4.10-17
test('forgetting removes all saved state', () => {
  const world = browser()
  memory(world).rememberConnect(2)
  memory(world).forget()
  expect(world.kept.local.size).toBe(0)
})

test('ignores a press from long ago or from the future', () => {
  const world = browser()
  memory(world).rememberConnect(1)
  world.clock.now += CONNECT_RESUME_WINDOW - 1
  expect(memory(world).savedMissing()).toBe(1)
  world.clock.now += 1
  expect(memory(world).savedMissing()).toBe(null)
  world.clock.now -= 10 * CONNECT_RESUME_WINDOW
  expect(memory(world).savedMissing()).toBe(null)
})

// §4.10-15
test('a login under 5 minutes old resumes the press', () => {
  const world = browser()
  memory(world, null).rememberLogin()
  world.clock.now += 299_999
  expect(memory(world).takeLogin()).toBe(true)
})

// §4.10-15
test('a login 5 minutes old or more resumes nothing', () => {
  for (const later of [300_000, 300_001, -1]) {
    const world = browser()
    memory(world, null).rememberLogin()
    world.clock.now += later
    expect(memory(world).takeLogin()).toBe(false)
  }
})

test('a pending login resumes once, for its page and user', () => {
  const world = browser()
  memory(world, null).rememberLogin()
  expect(memory(world, null).takeLogin()).toBe(false)
  expect(memory(world, 'ses_1', 2).takeLogin()).toBe(false)
  expect(memory(world).takeLogin()).toBe(true)
  expect(memory(world).takeLogin()).toBe(false)
})

// §3-34
test('the pending login uses session storage and holds no session', () => {
  const world = browser()
  memory(world, null).rememberLogin()
  expect(world.kept.local.size).toBe(0)
  expect([...world.kept.session.values()].map((text) => JSON.parse(text))).toEqual([
    { applet: 1, authRequestedAt: 1_000_000_000, rev: 1 },
  ])
})

test.each(['rememberConnect', 'rememberLogin'] as const)('%s keeps which version the page showed', (remember) => {
  const world = browser()
  memory(world)[remember](1)
  expect(memory(world).showedOther()).toBe(false)
  expect(memory(world, 'ses_1', 1, 2).showedOther()).toBe(true)
  expect(memory(world, 'ses_1', 2, 2).showedOther()).toBe(false)
})

test('ignores foreign data in storage', () => {
  for (const text of ['{', 'null', '"yes"', '[]', '{"connectClicked":"now","missing":"2"}', '{"missing":2}']) {
    const world = browser()
    memory(world).rememberConnect(1)
    for (const key of world.kept.local.keys()) world.kept.local.set(key, text)
    expect(memory(world).savedMissing()).toBe(null)
  }
})

test('the page remembers when storage is blocked', () => {
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
