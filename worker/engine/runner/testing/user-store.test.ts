import { describe, expect, test } from 'vitest'
import type { ProgramStep } from '../../../system/runner-api/program.ts'
import { findService } from '../../../services/known-services.ts'
import { exportEntries, sizeOf } from '../user-store/store-entries.ts'
import { userStore } from '../user-store/user-store.ts'
import { aBranch, aProgram, hookTrigger, PRO } from './applet-makers.ts'
import { Scene } from './scene.ts'

const store = findService('store')
if (!store) throw new Error('No store')
const services = { store }

function storeStep(slug: string, fields: Record<string, string>): ProgramStep<'action'> {
  return { id: 1, kind: 'action', module_name: 'store', slug, fields, account_id: null }
}
const counting = (id: number, by = '1') =>
  aProgram(id, [aBranch(hookTrigger(), [storeStep('count', { name: 'visits', by })])])
function reaching(id: number, number: string, actions: ProgramStep<'action'>[]) {
  const trigger = {
    ...storeStep('counter_reaches', { name: ' visits ', number }),
    id: 0,
    kind: 'trigger',
    identity: `reaches ${id}`,
  } as const
  return aProgram(id, [aBranch(trigger, actions)])
}
const sending: ProgramStep<'action'> = {
  id: 1,
  kind: 'action',
  module_name: 'far',
  slug: 'key',
  fields: { text: '{{Name}} {{Value}}' },
  account_id: null,
}

/** The store of a Runner, with a key of its own for each change. */
function aStore(more: ConstructorParameters<typeof Scene>[1] = {}) {
  const scene = new Scene([counting(1)], { services, ...more })
  let keys = 0
  const kept = () => userStore(scene.runner.memory, 0)
  return {
    scene,
    kept,
    set: (name: string, value: string, key = `k${keys++}`) => kept().set({ key, name, value }),
    add: (name: string, value: string, key = `k${keys++}`) => kept().add({ key, name, value }),
    count: (name: string, by: number, key = `k${keys++}`) => kept().count({ key, name, by }),
  }
}
const refused = (message: string) => ({ ok: false, problem: { failure: 'input', sent: 'no', message } })

test('a name in other letters keeps its first spelling', () => {
  const { scene, kept, set, count } = aStore()
  count('Visits', 2)
  count('visits', 1)
  set('VISITS', '7')
  expect(kept().value('viSits')).toMatchObject({ value: '7' })
  expect(exportEntries(scene.runner.memory.world, 0, 10)).toMatchObject([{ name: 'Visits', value: '7' }])
})

test('a counter starts what waits for its name in other letters', async () => {
  const scene = new Scene([reaching(2, '2', [sending])], { services })
  userStore(scene.runner.memory, 0).count({ key: 'a', name: 'Visits', by: 3 })
  expect(scene.runs()).toHaveLength(1)
})

describe('a store', () => {
  test('keeps values, lists and counters', () => {
    const { set, add, count, kept } = aStore()
    set(' mode ', 'away')
    set('mode', 'home')
    add('shopping', 'Milk')
    add('shopping', 'Bread')
    expect(count('visits', 2)).toEqual({ ok: true, value: 2 })
    expect(count('visits', -0.1)).toEqual({ ok: true, value: 1.9 })
    expect(kept().value('mode')).toMatchObject({ value: 'home' })
    expect(
      kept()
        .list('shopping', 9)
        .map(({ value }) => value),
    ).toEqual(['Bread', 'Milk'])
    expect(kept().list('shopping', 1)).toHaveLength(1)
    expect(kept().value('visits')).toMatchObject({ value: '1.9' })
    expect(kept().value('none')).toBeNull()
  })

  test('does nothing twice for the same key, also after a crash', () => {
    const { scene, add, count, kept } = aStore()
    for (let n = 0; n < 3; n++) {
      expect(count('visits', 1, 'once')).toEqual({ ok: true, value: 1 })
      expect(add('list', 'x', 'again')).toEqual({ ok: true, value: null })
      scene.runner.kill()
    }
    expect([kept().value('visits')?.value, kept().list('list', 9).length]).toEqual(['1', 1])
  })

  test('a change that could not be written whole is not there', () => {
    for (let statement = 0; ; statement++) {
      const { scene, add, kept } = aStore()
      scene.runner.storage.failsIn = statement
      const failed = attempt(() => add('list', 'x', 'key'))
      scene.runner.storage.failsIn = null
      const size = sizeOf(scene.runner.memory.world)
      expect(size.entries).toBe(kept().list('list', 9).length)
      add('list', 'x', 'key')
      expect(kept().list('list', 9)).toHaveLength(1)
      if (!failed) return
    }
  })

  test('an empty value removes a value or a list', () => {
    const { scene, set, add, kept } = aStore()
    set('mode', 'away')
    add('shopping', 'Milk')
    set('mode', '')
    set('shopping', '')
    expect([kept().value('mode'), kept().list('shopping', 9)]).toEqual([null, []])
    expect(sizeOf(scene.runner.memory.world)).toEqual({ entries: 0, bytes: 0 })
  })

  test('refuses what it cannot keep, in words', () => {
    const { set, add, count } = aStore()
    set('mode', 'away')
    add('shopping', 'Milk')
    expect(count('mode', 1)).toMatchObject(refused('“mode” is not a number, so it cannot be counted.'))
    expect(count('shopping', 1)).toMatchObject(refused('“shopping” is a list, not a number.'))
    expect(set('shopping', 'x')).toMatchObject(refused('“shopping” is a list, not a value.'))
    expect(add('mode', 'x')).toMatchObject(refused('“mode” is a value, not a list.'))
    expect(add('shopping', '')).toMatchObject(refused('The text to add came out empty.'))
    expect(set('  ', 'x')).toMatchObject(refused('The name came out empty.'))
    expect(set('n'.repeat(101), 'x')).toMatchObject(refused('A name may have at most 100 characters.'))
    expect(set('mode', 'x'.repeat(10_001))).toMatchObject(refused('A value may have at most 10,000 characters.'))
    expect(count('visits', Number.NaN)).toMatchObject(refused('The number to add is not a number.'))
  })

  test('holds as many entries as the plan has room for', () => {
    const { scene, add, set, kept } = aStore()
    for (let n = 0; n < 100; n++) expect(add('list', String(n)).ok).toBe(true)
    const full = 'Your store is full. Free keeps 100 entries and 100 kB. Remove something, or choose a higher plan.'
    expect(add('list', 'more')).toMatchObject(refused(full))
    expect(kept().list('list', 200)).toHaveLength(100)
    expect(set('list', '').ok).toBe(true)
    for (let n = 0; n < 9; n++) set(`long ${n}`, 'ä'.repeat(5000))
    expect(set('long 9', 'ä'.repeat(5100))).toMatchObject(refused(full))
    scene.sync({ subscriptions: [...PRO] })
    expect(set('long 9', 'ä'.repeat(5100)).ok).toBe(true)
    scene.sync({ subscriptions: [] })
    expect(set('long 9', 'short').ok).toBe(true)
    expect(sizeOf(scene.runner.memory.world)).toEqual(summed(scene))
  })
})

describe('a counter', () => {
  test('starts what waits for its number, once and at once', async () => {
    const scene = new Scene([counting(1), reaching(2, '3', [sending])], { services })
    for (let n = 0; n < 5; n++) {
      scene.send({ event_id: `e${n}`, ingredients: {} })
      await scene.pass(1000)
    }
    expect(scene.far.effects.map(({ body }) => body)).toEqual([expect.stringContaining('visits 3')])
  })

  test.each([
    ['5', '2', '6', 1],
    ['5', '2', '7', 1],
    ['5', '2', '5', 0],
    ['7', '-3', '5', 1],
    ['7', '-3', '4', 1],
    ['7', '-3', '7', 0],
    ['7', '-3', '3', 0],
  ])('of %s counted by %s meets %s in %i runs', async (from, by, number, runs) => {
    const scene = new Scene([counting(1, by), reaching(2, number, [sending])], { services })
    userStore(scene.runner.memory, 0).set({ key: 'from', name: 'visits', value: from })
    scene.send({ ingredients: {} })
    await scene.pass(1000)
    expect(scene.far.effects).toHaveLength(runs)
  })

  test('starts nothing of an Applet that is off', async () => {
    const scene = new Scene([counting(1), { ...reaching(2, '1', [sending]), running: false }], { services })
    scene.send({ ingredients: {} })
    await scene.pass(1000)
    expect(scene.states()).toEqual(['done'])
  })

  test('that starts itself ends after five times', async () => {
    const again = reaching(2, '1', [
      storeStep('set_value', { name: 'visits', value: '0' }),
      { ...storeStep('count', { name: 'visits', by: '1' }), id: 2 },
    ])
    const scene = new Scene([counting(1), again], {
      services,
      subscriptions: [...PRO],
    })
    scene.send({ ingredients: {} })
    await scene.pass(60_000)
    expect(scene.states()).toEqual(['done', 'done', 'done', 'done', 'done', 'failed'])
    expect(scene.page()?.message).toContain('Counters started each other too often')
  })

  test('counts each event once, however often it is interrupted', async () => {
    const scene = new Scene([counting(1), reaching(2, '20', [sending])], { services })
    for (let n = 0; n < 25; n++) {
      scene.send({ event_id: `e${n}`, ingredients: {} })
      scene.runner.storage.failsIn = n * 3
      await scene.pass(10)
      scene.runner.kill()
    }
    await scene.pass(3_600_000)
    expect(userStore(scene.runner.memory, 0).value('visits')).toMatchObject({ value: '25' })
    expect(scene.far.effects).toHaveLength(1)
  })
})

function attempt(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch {
    return true
  }
}

/** The size of the store, as its entries have it. */
function summed(scene: Scene) {
  const entries = exportEntries(scene.runner.memory.world, 0, 1000)
  const bytes = entries.reduce((sum, { name, value }) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0)
  return { entries: entries.length, bytes }
}
