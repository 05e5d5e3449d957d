/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import type { SourceTell } from '../../../../system/runner-api/source-api.ts'
import { pollSoon } from '../../triggers/next-poll.ts'
import { following, followingApplet, SourceScene } from './source-scene.ts'

describe('a Source', () => {
  test('is read once for 500 followers', async () => {
    const scene = new SourceScene()
    const told = new Map<string, string[]>()
    scene.publish('old')
    const answers = Array.from({ length: 500 }, (_, n) => {
      scene.others.set(`user ${n}`, async (tell: SourceTell) => {
        told.set(`user ${n}`, [...(told.get(`user ${n}`) ?? []), ...tell.items.map(({ id }) => id)])
        return { kind: 'told', number: tell.number }
      })
      return scene.follow(`user ${n}`)
    })
    await scene.pass(1000)
    expect((await Promise.all(answers)).every((answer) => answer.kind === 'items' && answer.items.length === 1)).toBe(
      true,
    )
    expect(scene.reads).toHaveLength(1)
    scene.publish('new')
    await scene.pass(2 * MINUTE)
    expect([...told.values()].filter((ids) => ids.join() === 'new')).toHaveLength(500)
    await scene.pass(30 * MINUTE)
    expect(scene.reads.length).toBeLessThan(33)
    expect([...told.values()].flat()).toHaveLength(500)
  })

  test('counts what is there at first as seen', async () => {
    const scene = await following(30)
    await scene.pass(HOUR)
    expect(scene.runs()).toEqual([])
  })

  test('tells what is new, oldest first and once', async () => {
    const scene = await following()
    scene.publish('1', '2', '3')
    await scene.pass(3 * MINUTE)
    scene.publish('4')
    await scene.pass(HOUR)
    expect(scene.runs()).toEqual(['1', '2', '3', '4'])
  })

  test.each(['before', 'after'] as const)('that dies %s any question to others loses nothing', async (when) => {
    for (let at = 1; at <= 12; at++) {
      const scene = new SourceScene([[followingApplet(1)], [followingApplet(2)]])
      scene.publish('old')
      scene.source.crash = { at, when }
      await scene.pass(5 * MINUTE)
      scene.publish('1', '2')
      await scene.pass(5 * MINUTE)
      scene.publish('3')
      await scene.pass(10 * MINUTE)
      expect([at, scene.source.crash, scene.runs(0), scene.runs(1)]).toEqual([
        at,
        null,
        ['1', '2', '3'],
        ['1', '2', '3'],
      ])
    }
  })

  test('whose disk fails at any statement loses nothing', async () => {
    for (let statement = 0; statement < 60; statement++) {
      const scene = await following()
      scene.publish('1', '2')
      scene.source.storage.failsIn = statement
      await scene.pass(10 * MINUTE)
      expect([statement, scene.runs()]).toEqual([statement, ['1', '2']])
    }
  })

  test.each(['lost before', 'lost after', 'twice', 'slow'] as const)('a tell that is %s runs once', async (fate) => {
    const scene = await following()
    scene.tells.push(fate, fate)
    scene.publish('1')
    await scene.pass(3 * MINUTE)
    scene.publish('2')
    await scene.pass(10 * MINUTE)
    expect(scene.runs()).toEqual(['1', '2'])
  })

  test('lets no dead or slow follower delay another', async () => {
    const scene = new SourceScene()
    const at = new Map<string, number>()
    for (let n = 0; n < 100; n++) {
      const dead = n < 50
      scene.others.set(`user ${n}`, async (tell) => {
        if (dead) return new Promise(() => {})
        at.set(`user ${n}`, scene.clock.now)
        return { kind: 'told', number: tell.number }
      })
      void scene.follow(`user ${n}`)
    }
    await scene.pass(MINUTE - 5000)
    scene.publish('new')
    await scene.pass(2 * MINUTE)
    expect(at.size).toBe(50)
    expect(Math.max(...at.values()) - Math.min(...at.values())).toBeLessThan(1000)
  })

  test('tells Free followers at their own interval', async () => {
    const scene = new SourceScene([[followingApplet()]], { subscriptions: [] })
    scene.addRunner([followingApplet()])
    await scene.pass(5000)
    const seen: [number, number][] = []
    for (let minute = 0; minute < 15; minute++) {
      scene.publish(`item ${minute}`)
      await scene.pass(MINUTE)
      seen.push([scene.runs(0).length, scene.runs(1).length])
    }
    const steps = (of: number[]) => new Set(of).size
    expect(steps(seen.map(([free]) => free))).toBeLessThanOrEqual(4)
    expect(steps(seen.map(([, pro]) => pro))).toBeGreaterThan(12)
    await scene.pass(10 * MINUTE)
    expect(scene.runs(0)).toHaveLength(15)
  })

  test('drops who is silent for two days', async () => {
    const scene = new SourceScene([[followingApplet()]])
    scene.others.set('gone', () => Promise.reject(new Error('away')))
    void scene.follow('gone')
    await scene.pass(DAY)
    expect(scene.followers()).toBe(2)
    await scene.pass(2 * DAY)
    expect(scene.followers()).toBe(1)
    scene.publish('still there')
    await scene.pass(HOUR)
    expect(scene.runs()).toEqual(['still there'])
  })

  test('ends an hour after nobody follows it', async () => {
    const scene = await following()
    scene.sync(0, { programs: [] })
    await scene.pass(1000)
    expect(scene.followers()).toBe(0)
    const { length } = scene.reads
    await scene.pass(DAY)
    expect([scene.reads.length, scene.source.alarm]).toEqual([length, null])
    expect(scene.source.storage.peek('select * from sqlite_master')).toEqual([])
  })

  test('says why it cannot be read, and that it can be again', async () => {
    const scene = await following()
    scene.trouble.push('down', 'down')
    scene.publish('1')
    await scene.pass(80_000)
    expect(scene.note()).toBe('It is down.')
    await scene.pass(10 * MINUTE)
    expect([scene.note(), scene.runs()]).toEqual([null, ['1']])
  })

  test('that was never read tells its followers why', async () => {
    const scene = new SourceScene()
    scene.trouble.push('down', 'down', 'down')
    scene.addRunner([followingApplet()])
    await scene.pass(5000)
    expect(scene.note()).toBe('It is down.')
    await scene.pass(20 * MINUTE)
    scene.publish('1')
    await scene.pass(20 * MINUTE)
    expect([scene.note(), scene.runs()]).toEqual([null, ['1']])
  })

  test('is not read again before it said', async () => {
    const scene = new SourceScene()
    scene.page = { fresh_for: 2 * HOUR, etag: '"1"' }
    scene.addRunner([followingApplet()])
    await scene.pass(HOUR)
    scene.addRunner([followingApplet()])
    scene.runners[0]?.change((memory) => pollSoon(memory, { applet_id: 1 }))
    await scene.pass(50 * MINUTE)
    expect(scene.reads).toHaveLength(1)
    await scene.pass(20 * MINUTE)
    expect(scene.reads.map(({ etag }) => etag)).toEqual([null, '"1"'])
  })

  test('that renames all its items at every reading is braked and named', async () => {
    const scene = new SourceScene()
    const rename = () => {
      scene.items = Array.from({ length: 8 }, (_, n) => ({
        id: `${scene.clock.now} ${n}`,
        at: null,
        ingredients: { Value1: `text ${n}` },
        same: `text ${n}`,
      }))
    }
    rename()
    scene.addRunner([followingApplet()])
    for (let n = 0; n < 6; n++) {
      await scene.pass(MINUTE)
      rename()
    }
    await scene.pass(MINUTE)
    expect(scene.note()).toContain('new ids at every check')
    expect(scene.runs()).toEqual([])
    const { length } = scene.reads
    await scene.pass(3 * HOUR)
    expect(scene.reads.length - length).toBeLessThanOrEqual(6)
  })

  test('that hangs is read again', async () => {
    const scene = await following()
    scene.trouble.push('hang')
    scene.publish('1')
    await scene.pass(5 * MINUTE)
    expect(scene.runs()).toEqual(['1'])
    await scene.pass(HOUR)
    expect(scene.runs()).toEqual(['1'])
  })

  test('is read within minutes after the clock went back', async () => {
    const scene = await following()
    await scene.pass(HOUR)
    scene.clock.shift(-DAY)
    scene.source.kill()
    scene.runners[0]?.engine.ring()
    await scene.pass(MINUTE)
    scene.publish('1')
    await scene.pass(31 * MINUTE)
    expect(scene.runs()).toEqual(['1'])
  })
})
