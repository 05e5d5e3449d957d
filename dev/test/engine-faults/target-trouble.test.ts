import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventIds, sendAll } from '../../bench/engine/senders.ts'
import { ALL_WELL, judge, startScene, type Scene } from './scene.fixture.ts'

/** The third retry begins at most 96 s after the first call. */
const PATIENCE = 150_000

let scene: Scene
beforeAll(async () => {
  scene = await startScene({ users: 10, wait: 30 })
})
afterEach(() => scene.target.setMood({ kind: 'well' }))
afterAll(() => scene.close())

const send = (turn: string, hooks = scene.hooks) => sendAll({ hooks, ids: eventIds(100, turn), atOnce: 20 })

test.for([10, 60])('100 of 100 arrive once after a target was down %i s', async (seconds) => {
  await scene.target.fall()
  const { acks } = await send(`down-${seconds}`)
  expect(acks.size).toBe(100)
  await setTimeout(seconds * 1000)
  await scene.target.rise()
  expect(await judge(scene, acks.values(), PATIENCE)).toEqual(ALL_WELL)
})

test.for(['error', 'reset'] as const)('a target that does it and then answers %s does it once', async (kind) => {
  scene.target.setMood({ kind: 'lie', with: kind })
  const { acks } = await send(`lie-${kind}`)
  expect(await judge(scene, acks.values(), PATIENCE)).toEqual(ALL_WELL)
  expect(scene.target.ledger.get(`lie-${kind}-0`)?.requests).toBe(2)
})

test.for([9000, 12_000])('a target that takes %i ms does it once', async (ms) => {
  scene.target.setMood({ kind: 'slow', ms })
  const { acks } = await send(`slow-${ms}`)
  await setTimeout(15_000)
  scene.target.setMood({ kind: 'well' })
  expect(await judge(scene, acks.values(), PATIENCE)).toEqual(ALL_WELL)
})

test('500 events that wait 30 s survive kill -9', async () => {
  const { acks } = await sendAll({ hooks: scene.waitingHooks, ids: eventIds(500, 'wait-30'), atOnce: 20 })
  expect(acks.size).toBe(500)
  await scene.kill()
  await scene.restart()
  expect(await judge(scene, acks.values(), PATIENCE)).toEqual(ALL_WELL)
})
