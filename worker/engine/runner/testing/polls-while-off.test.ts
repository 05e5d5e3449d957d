import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { refreshTriggers } from '../config/follow-triggers.ts'
import { runMissed } from '../reopen/run-again.ts'
import { readHealth } from '../read/applet-health.ts'
import { endTrouble } from '../store/applet-failures.ts'
import { pollSoon } from '../triggers/next-poll.ts'
import { bankAccount } from './applet-makers.ts'
import { lists, pollApplet, primed, texts } from './poll-scene.ts'
import { Scene } from './scene.ts'

describe('what happened while an Applet was off', () => {
  test('by its user is marked as seen and offered', async () => {
    const scene = await primed()
    scene.sync({ programs: [] })
    scene.publish('missed')
    await scene.pass(HOUR)
    scene.sync({ programs: [{ ...pollApplet(), enabled_at: 2 }] })
    await scene.pass(HOUR)
    expect([texts(scene), JSON.parse(scene.subscription().missed).length]).toEqual([[], 1])
    expect(scene.runner.change((memory) => runMissed(memory, 1))).toBe(1)
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['missed'])
    expect(scene.runner.change((memory) => runMissed(memory, 1))).toBe(0)
  })

  test('by its user while it was asked is not run', async () => {
    const scene = await primed([pollApplet()], 1)
    await scene.pass(10_000)
    scene.runner.change((memory) => pollSoon(memory, { identity: 'items:a:' }))
    await scene.pass(6)
    scene.sync({ programs: [] })
    scene.publish('missed')
    scene.sync({ programs: [{ ...pollApplet(), enabled_at: 2 }] })
    await scene.pass(HOUR)
    expect(texts(scene)).toEqual([])
  })

  test('by its plan, a broken connection or itself runs afterwards', async () => {
    const program = pollApplet(1, 'key', 'account')
    const scene = new Scene([program], bankAccount('connected'))
    await scene.pass(2000)
    scene.sync({ programs: [{ ...program, running: false }] })
    scene.publish('plan')
    await scene.pass(DAY)
    expect(texts(scene)).toEqual([])
    scene.sync({ programs: [program] })
    await scene.pass(MINUTE)
    scene.account = 'broken'
    scene.sync(bankAccount('broken'))
    scene.publish('connection')
    await scene.pass(DAY)
    expect(texts(scene)).toEqual(['plan'])
    scene.account = 'connected'
    scene.sync(bankAccount('connected'))
    await scene.pass(MINUTE)
    const paused = { failures: 20, since: 0, paused: 'failing', broken_since: null, told_silent: null } as const
    scene.runner.memory.troubles.set(1, paused)
    scene.publish('itself')
    await scene.pass(DAY)
    expect(texts(scene)).toEqual(['plan', 'connection'])
    scene.runner.change((memory) => {
      endTrouble(memory, 1)
      refreshTriggers(memory)
    })
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['plan', 'connection', 'itself'])
  })
})

describe('of two Applets that share a trigger, the one that is paused', () => {
  const FIRST = pollApplet(1, 'key', null, 'first {{Value1}}')
  const SECOND = pollApplet(2, 'key', null, 'second {{Value1}}')
  const PAUSED = { ...SECOND, running: false }

  /** The second was paused while three items came. */
  async function afterPause(more: { enough?: boolean } = {}): Promise<Scene> {
    const scene = await primed([FIRST, SECOND], 2)
    scene.sync({ programs: [FIRST, PAUSED] })
    for (let n = 0; n < (more.enough ? 150 : 3); n++) {
      scene.publish(`new ${n}`)
      await scene.pass(2 * MINUTE)
    }
    return scene
  }

  function seconds(scene: Scene): string[] {
    return texts(scene).filter((text) => text.startsWith('second'))
  }

  test('runs what came meanwhile, in order and once', async () => {
    const scene = await afterPause()
    expect(texts(scene)).toEqual(['first new 0', 'first new 1', 'first new 2'])
    scene.publish('last')
    scene.sync({ programs: [FIRST, SECOND] })
    await scene.pass(HOUR)
    expect(seconds(scene)).toEqual(['second new 0', 'second new 1', 'second new 2', 'second last'])
    expect(texts(scene)).toHaveLength(8)
    expect(scene.runner.storage.peek('select * from behind')).toEqual([])
    expect(scene.runner.storage.peek('select * from subscription')).toHaveLength(1)
  })

  test('is asked for five pages at most', async () => {
    const scene = await afterPause({ enough: true })
    scene.sync({ programs: [FIRST, SECOND] })
    await scene.pass(3 * HOUR)
    expect([seconds(scene).length, seconds(scene)[0]]).toEqual([125, 'second new 25'])
  })

  test('keeps its place through errors, a kill and a full backlog', async () => {
    const scene = await afterPause()
    scene.far.troubles = ['refused']
    scene.sync({ programs: [FIRST, SECOND] })
    await scene.pass(HOUR)
    scene.runner.kill()
    scene.far.troubles = ['healthy']
    scene.runner.memory.open_runs = 1_000_000
    scene.runner.change((memory) => pollSoon(memory, { applet_id: 2 }))
    await scene.pass(MINUTE)
    expect(seconds(scene)).toEqual([])
    scene.runner.memory.open_runs = 0
    await scene.pass(3 * HOUR)
    expect(seconds(scene)).toEqual(['second new 0', 'second new 1', 'second new 2'])
  })

  test('loses nothing when it resumes while the trigger is asked', async () => {
    const scene = await afterPause()
    scene.publish('last')
    scene.runner.change((memory) => pollSoon(memory, { applet_id: 1 }))
    await scene.pass(6)
    scene.sync({ programs: [FIRST, SECOND] })
    await scene.pass(MINUTE)
    expect(seconds(scene)).toEqual(['second new 0', 'second new 1', 'second new 2', 'second last'])
  })

  test('keeps its place while the other one is turned off', async () => {
    const scene = await afterPause()
    scene.sync({ programs: [PAUSED] })
    await scene.pass(DAY)
    scene.sync({ programs: [SECOND] })
    await scene.pass(HOUR)
    expect(seconds(scene)).toEqual(['second new 0', 'second new 1', 'second new 2'])
  })

  test('keeps its place when it was turned off by itself', async () => {
    const scene = await primed([FIRST, SECOND])
    const paused = { failures: 20, since: 0, paused: 'failing', broken_since: null, told_silent: null } as const
    scene.runner.memory.troubles.set(2, paused)
    scene.publish('new')
    await scene.pass(DAY)
    scene.runner.change((memory) => {
      endTrouble(memory, 2)
      refreshTriggers(memory)
    })
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['first new', 'second new'])
  })

  test('does not run what came after its user turned it off', async () => {
    const scene = await afterPause()
    scene.sync({ programs: [FIRST] })
    scene.publish('off')
    await scene.pass(HOUR)
    scene.sync({ programs: [FIRST, { ...SECOND, enabled_at: 2 }] })
    scene.publish('on')
    await scene.pass(HOUR)
    expect(seconds(scene)).toEqual([])
    const missed = async () => (await readHealth(scene.runner.memory, [1, 2])).map((each) => each.missed)
    expect(await missed()).toEqual([0, 5])
    expect(scene.runner.change((memory) => runMissed(memory, 2))).toBe(5)
    await scene.pass(MINUTE)
    expect(seconds(scene)).toHaveLength(5)
    expect([texts(scene).length, await missed()]).toEqual([10, [0, 0]])
    scene.publish('then')
    await scene.pass(HOUR)
    expect(seconds(scene).at(-1)).toBe('second then')
  })

  test('is forgotten after 90 days', async () => {
    const scene = await afterPause()
    scene.far.fresh_for = DAY
    await scene.pass(95 * DAY)
    expect(scene.runner.storage.peek('select * from behind')).toEqual([])
  })

  test('keeps its place in a Runner that older code made', async () => {
    const scene = await primed([FIRST, SECOND])
    scene.runner.storage.sql('drop table behind')
    scene.runner.storage.sql("update meta set value = '1' where key = 'schema'")
    scene.runner.kill()
    scene.sync({ programs: [FIRST, PAUSED] })
    scene.publish('new')
    await scene.pass(MINUTE)
    scene.sync({ programs: [FIRST, SECOND] })
    await scene.pass(MINUTE)
    expect(texts(scene)).toEqual(['first new', 'second new'])
  })

  test('costs the trigger no further requests afterwards', async () => {
    const scene = await afterPause()
    scene.sync({ programs: [FIRST, SECOND] })
    await scene.pass(MINUTE)
    const before = lists(scene).length
    await scene.pass(10 * MINUTE)
    expect(lists(scene).length - before).toBe(10)
  })
})
