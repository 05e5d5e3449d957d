/** @module-tag long */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { pollSoon } from '../../triggers/next-poll.ts'
import { PRO } from '../applet-makers.ts'
import { followingApplet, SourceScene } from './source-scene.ts'

const user = fc.integer({ min: 0, max: 2 })

/** The possible next events for a Source, its followers, their messages and their machine. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('publish' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.constantFrom(50, 5000, MINUTE, HOUR) }),
  },
  fc.record({ kind: fc.constant('kill source' as const) }),
  fc.record({ kind: fc.constant('kill runner' as const), user }),
  fc.record({
    kind: fc.constant('crash' as const),
    questions: fc.integer({ min: 1, max: 6 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({
    kind: fc.constant('lose a tell' as const),
    how: fc.constantFrom('lost before' as const, 'lost after' as const, 'twice' as const, 'slow' as const),
  }),
  fc.record({ kind: fc.constant('down' as const) }),
  fc.record({ kind: fc.constant('unreachable' as const), ms: fc.constantFrom(MINUTE, 10 * MINUTE) }),
  fc.record({ kind: fc.constant('fail the disk' as const), statements: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ kind: fc.constant('move the clock' as const), ms: fc.integer({ min: -HOUR, max: HOUR }) }),
  fc.record({ kind: fc.constant('change the plan' as const), user, paid: fc.boolean() }),
  fc.record({ kind: fc.constant('pause by plan' as const), user, running: fc.boolean() }),
  fc.record({ kind: fc.constant('check now' as const), user }),
)
type Happening = typeof happening extends fc.Arbitrary<infer Each> ? Each : never

test('in every history each follower meets each item once, in order', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 25 }), async (happenings) => {
      const scene = new SourceScene([0, 1, 2].map((each) => [followingApplet(each + 1)]))
      await scene.pass(2 * MINUTE)
      let published = 0
      const publish = (count: number) => {
        // The window of what is there must not move on while nobody can look.
        for (let each = 0; each < count && published < 45; each++) scene.publish(`item ${++published}`)
      }
      for (const each of happenings) {
        if (each.kind === 'publish') publish(each.count)
        else await happen(scene, each)
      }
      await becomeQuiet(scene)
      const expected = Array.from({ length: published }, (_, index) => `item ${index + 1}`)
      expect([scene.runs(0), scene.runs(1), scene.runs(2)]).toEqual([expected, expected, expected])
    }),
    { numRuns: 120 },
  )
})

async function happen(scene: SourceScene, each: Exclude<Happening, { kind: 'publish' }>): Promise<void> {
  switch (each.kind) {
    case 'time':
      return scene.pass(each.ms)
    case 'kill source':
      return scene.source.kill()
    case 'kill runner':
      return scene.runners[each.user]?.kill()
    case 'crash':
      scene.source.crash = { at: scene.source.asked + each.questions, when: each.when }
      return
    case 'lose a tell':
      scene.tells.push(each.how)
      return
    case 'down':
      scene.trouble.push('down')
      return
    case 'unreachable':
      scene.reachable = false
      scene.clock.at(scene.clock.now + each.ms, () => (scene.reachable = true))
      return
    case 'fail the disk':
      scene.source.storage.failsIn = each.statements
      return
    case 'move the clock':
      return moveClock(scene, each.ms)
    case 'change the plan':
      return scene.sync(each.user, { subscriptions: each.paid ? [...PRO] : [] })
    case 'pause by plan':
      return scene.sync(each.user, { programs: [{ ...followingApplet(each.user + 1), running: each.running }] })
    case 'check now':
      return scene.runners[each.user]?.change((memory) => pollSoon(memory, { applet_id: each.user + 1 }))
  }
}

/** Moves it while nothing is under way, and wakes everyone, as a machine that starts again does. */
async function moveClock(scene: SourceScene, by: number): Promise<void> {
  await scene.pass(2 * MINUTE)
  scene.clock.shift(by)
  scene.source.kill()
  for (const runner of scene.runners) runner.engine.ring()
}

/** Everything works, nobody is paused, and enough time passes. */
async function becomeQuiet(scene: SourceScene): Promise<void> {
  scene.source.storage.failsIn = null
  scene.source.crash = null
  scene.reachable = true
  scene.tells.length = 0
  scene.trouble.length = 0
  for (const [index] of scene.runners.entries())
    scene.sync(index, { subscriptions: [...PRO], programs: [followingApplet(index + 1)] })
  await scene.pass(9 * HOUR)
}
