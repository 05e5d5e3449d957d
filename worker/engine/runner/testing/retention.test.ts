import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { countRuns, readHealth } from '../read/applet-health.ts'
import { readDays } from '../read/run-days.ts'
import { PRO } from './applet-makers.ts'
import { hookApplet, Scene } from './scene.ts'

describe('ended runs are kept', () => {
  test.each([
    ['free', 7],
    ['intermediate_pro', 30],
    ['pro', 90],
  ] as const)('%s: %i days, with nothing else going on', async (tier, days) => {
    const subscriptions = tier === 'free' ? [] : [{ ...PRO[0], tier }]
    const scene = new Scene([hookApplet('key')], { subscriptions })
    await scene.meet([], MINUTE)
    await scene.pass((days - 1) * DAY)
    expect(scene.runs()).toHaveLength(1)
    await scene.pass(3 * DAY)
    expect(scene.runs()).toEqual([])
  })

  test('open runs are never pruned', async () => {
    const scene = new Scene([hookApplet('key')], { paused_until: Date.UTC(2027, 0) })
    scene.send()
    await scene.pass(20 * DAY)
    expect(scene.states()).toEqual(['held'])
  })

  test('the chart and the counts stay right', async () => {
    const scene = new Scene([hookApplet('key')])
    for (let n = 0; n < 15; n++) {
      await scene.meet(n % 3 === 0 ? ['skip'] : [], MINUTE)
      await scene.pass(DAY - MINUTE)
    }
    const { memory } = scene.runner
    const days = readDays(memory, 1)
    expect(scene.runs().length).toBeLessThan(10)
    expect(days.filter(({ done, skipped }) => done + skipped > 0)).toHaveLength(15)
    expect([days.reduce((sum, { done }) => sum + done, 0), countRuns(memory)[0]?.run_count]).toEqual([10, 15])
    expect(readDays(memory, 2).every(({ done }) => done === 0)).toBe(true)
  })

  test("the last run's day is known when no run is kept", async () => {
    const scene = new Scene([hookApplet('key')])
    const ran = scene.clock.now
    await scene.meet([], MINUTE)
    await scene.pass(30 * DAY)
    expect(scene.runs()).toEqual([])
    const [health] = await readHealth(scene.runner.memory, [1])
    expect(Math.abs((health?.last_run ?? 0) - ran)).toBeLessThanOrEqual(DAY)
  })

  test('a full plan loses bodies first, oldest first, and never the ids', async () => {
    const scene = new Scene([hookApplet('key')])
    const text = 'x'.repeat(60_000)
    for (let n = 0; n < 350; n++) {
      scene.send({ event_id: `event ${n}`, text, ingredients: {} })
      await scene.pass(20_000)
    }
    await scene.pass(DAY + HOUR)
    const kept = scene.runs().filter(({ bytes }) => bytes > 0)
    expect(scene.runs()).toHaveLength(350)
    expect(kept.length).toBeLessThanOrEqual(333)
    expect(kept[0]?.event_id).toBe(`event ${350 - kept.length}`)
    expect(scene.runner.storage.peek('select id from event')).toHaveLength(kept.length)
    expect(scene.send({ event_id: 'event 0' }).kind).toBe('accepted')
    expect(scene.runs()).toHaveLength(350)
  })
})
