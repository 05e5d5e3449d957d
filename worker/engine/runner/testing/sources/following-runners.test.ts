/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { pollSoon } from '../../triggers/next-poll.ts'
import { unfollowAll } from '../../triggers/follow-source.ts'
import { PRO } from '../applet-makers.ts'
import { following, followingApplet, SourceScene } from './source-scene.ts'

describe('a Runner that follows', () => {
  test('asks for what it was not told', async () => {
    const scene = await following()
    await scene.pass(10_000)
    scene.publish('1')
    // Its own question, whose answer is lost: the Source takes it to know that item.
    const lost = scene.follow('0', { identity: 'followed:{}', soon: true, older: true })
    await scene.pass(1000)
    expect(await lost).toMatchObject({ kind: 'items', items: [{ id: '1' }, {}, {}] })
    expect(scene.runs()).toEqual([])
    scene.publish('2')
    await scene.pass(5 * MINUTE)
    expect(scene.runs()).toEqual(['1', '2'])
  })

  test('loses nothing while its Source cannot be reached', async () => {
    const scene = new SourceScene()
    scene.reachable = false
    scene.addRunner([followingApplet()])
    await scene.pass(10 * MINUTE)
    scene.reachable = true
    await scene.pass(2 * MINUTE)
    scene.publish('1')
    await scene.pass(5 * MINUTE)
    expect(scene.runs()).toEqual(['1'])
  })

  test("starts on what its own user's fields match", async () => {
    const scene = new SourceScene([[followingApplet(1, { word: 'mill' }), followingApplet(2)]])
    await scene.pass(5000)
    scene.publish('the mill', 'the inn')
    await scene.pass(5 * MINUTE)
    expect(scene.runs().toSorted()).toEqual(['the inn', 'the mill', 'the mill'])
    expect([scene.followers(), scene.reads.length < 8]).toEqual([2, true])
  })

  test('offers what came while its user had it off', async () => {
    const scene = await following()
    scene.addRunner([followingApplet(9)])
    const program = followingApplet()
    scene.sync(0, { programs: [] })
    await scene.pass(MINUTE)
    scene.publish('while off')
    await scene.pass(10 * MINUTE)
    scene.sync(0, { programs: [{ ...program, enabled_at: scene.clock.now }] })
    await scene.pass(2 * MINUTE)
    scene.publish('later')
    await scene.pass(10 * MINUTE)
    expect([scene.runs(0), scene.runs(1)]).toEqual([['later'], ['while off', 'later']])
    const [row] = scene.runners[0]?.storage.peek<{ missed: string }>('select missed from subscription') ?? []
    expect(JSON.parse(row?.missed ?? '[]')).toMatchObject([{ id: 'while off' }])
  })

  test('runs after a pause by the plan what came meanwhile', async () => {
    const scene = await following()
    const program = followingApplet()
    scene.sync(0, { programs: [{ ...program, running: false }] })
    await scene.pass(5 * MINUTE)
    scene.publish('meanwhile')
    await scene.pass(3 * HOUR)
    scene.sync(0, { programs: [{ ...program, running: true }] })
    await scene.pass(5 * MINUTE)
    expect(scene.runs()).toEqual(['meanwhile'])
  })

  test('starts nothing twice after its Source began again', async () => {
    const scene = await following()
    scene.publish('1')
    await scene.pass(5 * MINUTE)
    scene.sync(0, { programs: [{ ...followingApplet(), running: false }] })
    await scene.pass(DAY)
    scene.sync(0, { programs: [followingApplet()] })
    await scene.pass(5 * MINUTE)
    scene.publish('2')
    await scene.pass(5 * MINUTE)
    expect(scene.runs()).toEqual(['1', '2'])
  })

  test('remembers for years what is still there', async () => {
    const scene = await following(3)
    const programs = [followingApplet(), followingApplet(2)]
    scene.page = { fresh_for: DAY }
    await scene.pass(400 * DAY)
    scene.sync(0, { programs })
    scene.sync(0, { programs: [{ ...followingApplet(), running: false }, followingApplet(2)] })
    scene.publish('new')
    await scene.pass(2 * DAY)
    scene.sync(0, { programs })
    await scene.pass(2 * DAY)
    expect(scene.runs()).toEqual(['new', 'new'])
  })

  test('is forgotten by its Source when its user is deleted', async () => {
    const scene = await following()
    const memory = scene.runners[0]?.memory
    if (memory) await unfollowAll(memory)
    await scene.pass(1000)
    expect(scene.followers()).toBe(0)
  })

  test('is told as often as its new plan says', async () => {
    const scene = new SourceScene([[followingApplet()]], { subscriptions: [] })
    await scene.pass(MINUTE)
    scene.sync(0, { subscriptions: [...PRO] })
    await scene.pass(2000)
    const { length } = scene.reads
    await scene.pass(10 * MINUTE)
    expect(scene.reads.length - length).toBeGreaterThanOrEqual(8)
  })

  test('hears at once what comes of "check now"', async () => {
    const scene = new SourceScene([[followingApplet()]], { subscriptions: [] })
    await scene.pass(20_000)
    scene.publish('1')
    scene.runners[0]?.change((memory) => pollSoon(memory, { applet_id: 1 }))
    await scene.pass(10_000)
    expect(scene.runs()).toEqual(['1'])
    scene.publish('2')
    scene.runners[0]?.change((memory) => pollSoon(memory, { applet_id: 1 }))
    await scene.pass(15_000)
    expect(scene.runs()).toEqual(['1', '2'])
  })
})
