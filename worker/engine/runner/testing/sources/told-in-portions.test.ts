/** @module-tag long */
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import type { SourceTell } from '../../../../system/runner-api/source-api.ts'
import { following, SourceScene } from './source-scene.ts'

const ITEMS = 200

/** Collects the messages to a follower that could not be reached while so many items came. */
async function tellsAfterAbsence(text = ''): Promise<{ tells: SourceTell[]; scene: SourceScene }> {
  const scene = new SourceScene()
  const tells: SourceTell[] = []
  let away = true
  scene.others.set('user', async (tell) => {
    if (away) throw new Error('away')
    tells.push(tell)
    return { kind: 'told', number: tell.number }
  })
  void scene.follow('user')
  await scene.pass(5000)
  await publishAll(scene, text)
  away = false
  await scene.pass(HOUR)
  return { tells, scene }
}

async function publishAll(scene: SourceScene, text = ''): Promise<void> {
  for (let n = 0; n < ITEMS; n += 40) {
    scene.publish(...Array.from({ length: 40 }, (_, at) => `${n + at}${text}`))
    await scene.pass(70_000)
  }
}

const oldestFirst = ({ items }: SourceScene) => items.toReversed().map(({ id }) => id)

test('many items are told in portions of 50, in order', async () => {
  const { tells, scene } = await tellsAfterAbsence()
  expect(tells.map(({ items }) => items.length)).toEqual([50, 50, 50, 50])
  expect(tells.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(oldestFirst(scene))
})

test('large items are told in portions of half a megabyte', async () => {
  const { tells, scene } = await tellsAfterAbsence('x'.repeat(9000))
  expect(tells.length).toBeGreaterThan(4)
  for (const tell of tells) expect(JSON.stringify(tell.items).length).toBeLessThan(510_000)
  expect(tells.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(oldestFirst(scene))
})

test.each(['before', 'after'] as const)('a crash %s any portion loses nothing and doubles nothing', async (when) => {
  for (let at = 1; at <= 4; at++) {
    const scene = await following(0)
    for (let n = 0; n < 12; n++) scene.tells.push('lost before')
    await publishAll(scene)
    scene.tells.length = 0
    scene.source.crash = { at: scene.source.asked + at, when }
    await scene.pass(HOUR)
    expect([at, scene.source.crash]).toEqual([at, null])
    expect(scene.runs()).toEqual(oldestFirst(scene))
  }
})

test('a turn begins at most 40 calls, however many follow', async () => {
  const scene = new SourceScene()
  let told = 0
  for (let n = 0; n < 500; n++) {
    scene.others.set(`user ${n}`, async ({ number }) => {
      told += 1
      return { kind: 'told', number }
    })
    void scene.follow(`user ${n}`)
  }
  await scene.pass(5000)
  scene.source.turns.length = 0
  scene.publish('new')
  await scene.pass(2 * MINUTE)
  expect(told).toBe(500)
  expect(Math.max(...scene.source.turns)).toBe(40)
})

test('Sources that begin together are read at different times', async () => {
  const gaps: number[] = []
  for (let n = 0; n < 40; n++) {
    const scene = new SourceScene()
    await scene.pass(n)
    void scene.follow('user')
    await scene.pass(2 * MINUTE)
    const [first, second] = scene.reads
    gaps.push((second?.at ?? 0) - (first?.at ?? 0))
  }
  const early = gaps.filter((gap) => gap < 0.6 * MINUTE).length
  expect(new Set(gaps).size).toBeGreaterThan(35)
  expect([Math.min(early, 40 - early) >= 10, Math.max(...gaps) <= 1.01 * MINUTE]).toEqual([true, true])
})

test('a reading repeats the marks of the last answer, also after 304', async () => {
  const scene = new SourceScene()
  const marks = { etag: '"1"', last_modified: 'Tue, 10 Mar 2026 12:00:00 GMT' }
  scene.page = marks
  void scene.follow('user')
  await scene.pass(5000)
  scene.page = { unchanged: true }
  await scene.pass(5 * MINUTE)
  const asked = scene.reads.map(({ etag, last_modified }) => ({ etag, last_modified }))
  expect(asked[0]).toEqual({ etag: null, last_modified: null })
  expect(asked.slice(1)).toEqual(asked.slice(1).map(() => marks))
  expect(asked.length).toBeGreaterThan(3)
})

test('a Source reports its host, and waits while left alone', async () => {
  const scene = await following()
  scene.trouble.push('down')
  await scene.pass(30 * MINUTE)
  expect([scene.source.reported[0], scene.source.reported.includes(false)]).toEqual([true, true])
  const { length } = scene.reads
  scene.source.delay = 2 * MINUTE
  await scene.pass(30 * MINUTE)
  expect(scene.reads).toHaveLength(length)
  scene.source.delay = 0
  await scene.pass(5 * MINUTE)
  expect(scene.reads.length).toBeGreaterThan(length)
})

test('a follower that hangs is told again', async () => {
  const scene = new SourceScene()
  const told: string[] = []
  let hangs = true
  scene.others.set('user', async ({ items, number }) => {
    if (hangs) return new Promise(() => {})
    told.push(...items.map(({ id }) => id))
    return { kind: 'told', number }
  })
  void scene.follow('user')
  await scene.pass(5000)
  scene.publish('new')
  await scene.pass(2 * MINUTE)
  hangs = false
  await scene.pass(10 * MINUTE)
  expect(told).toEqual(['new'])
})
