import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import type { Program, ServiceFile } from '../../../system/runner-api/program.ts'
import { aBranch, aProgram, aStep, hookTrigger, pollTrigger } from './applet-makers.ts'
import { pollApplet, primed, texts } from './poll-scene.ts'
import { hookApplet, Scene } from './scene.ts'

/** A press tells a Runner the program of one Applet. */

const FIRST = hookApplet('key')
const SECOND = hookApplet('key', {}, 2)
const EDITED = hookApplet('safe', { version: 2 }, 2)

function versions({ runner }: Scene): [number, number][] {
  return [...runner.memory.programs.values()].map(({ program }) => [program.applet_id, program.version])
}

function wantedOf({ runner }: Scene): number {
  return runner.memory.settings.wanted
}

function followed({ runner }: Scene): Record<string, number[]> {
  const rows = runner.storage.peek<{ key: string; applets: string }>('select key, applets from subscription')
  return Object.fromEntries(rows.map(({ key, applets }) => [key, JSON.parse(applets)]))
}

describe('a change that follows on what the Runner has', () => {
  test('is taken, and outlives a crash', () => {
    const scene = new Scene([FIRST, SECOND])
    expect(scene.tell(2, EDITED)).toEqual([])
    for (const kill of [false, true]) {
      if (kill) scene.runner.kill()
      expect([versions(scene), wantedOf(scene)]).toEqual([
        [
          [1, 1],
          [2, 2],
        ],
        2,
      ])
    }
    expect(scene.tell(2, null)).toEqual([])
  })

  test('turns an Applet on', async () => {
    const scene = new Scene([])
    scene.tell(1, FIRST)
    scene.send()
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test('cancels what waits of one that goes off, of no other', async () => {
    const waiting = (id: number) => aProgram(id, [aBranch(hookTrigger(), [aStep(1, 'key')], { wait: 3600 })])
    const scene = new Scene([waiting(1), waiting(2)])
    for (const id of [1, 2]) scene.send({ target: { kind: 'applet', key_hash: `key ${id}` } })
    await scene.pass(MINUTE)
    scene.tell(2, null)
    expect(scene.runs().map(({ applet_id, ended_at }) => [applet_id, ended_at !== null])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  test('asks a polled trigger as long as one Applet follows it', async () => {
    const scene = await primed([pollApplet(1), pollApplet(2)])
    scene.tell(1, null)
    expect(followed(scene)).toEqual({ 'items:a:': [2] })
    scene.publish('one')
    await scene.pass(HOUR)
    expect(texts(scene)).toEqual(['one'])
    scene.tell(2, null)
    expect([followed(scene), scene.subscription().next_due]).toEqual([{ 'items:a:': [] }, null])
  })

  test('leaves the times of other triggers alone', async () => {
    const scene = await primed([pollApplet(1), SECOND])
    const { next_due } = scene.subscription()
    scene.runner.storage.peek("update subscription set note = 'Its ids change.'")
    scene.tell(2, EDITED)
    expect(scene.subscription()).toMatchObject({ next_due, note: 'Its ids change.' })
  })

  test('lets an Applet run again that was turned off by itself', () => {
    const scene = new Scene([FIRST, SECOND])
    const paused = { failures: 20, since: 0, paused: 'failing', broken_since: null, told_silent: null } as const
    for (const id of [1, 2]) scene.runner.memory.troubles.set(id, paused)
    scene.tell(2, { ...SECOND, enabled_at: 2 })
    expect([...scene.runner.memory.troubles.keys()]).toEqual([1])
  })

  test('lets the runs of a plan’s pause go on', async () => {
    const paused = { ...FIRST, running: false }
    const scene = new Scene([FIRST])
    scene.far.script = ['refused']
    scene.send()
    await scene.pass(1000)
    scene.tell(1, paused)
    await scene.pass(HOUR)
    expect(scene.states()).toEqual(['held'])
    scene.tell(1, FIRST)
    await scene.pass(HOUR)
    expect(scene.states()).toEqual(['done'])
  })

  test('names the identities that no program has anymore', () => {
    const of = (stream: string, id: number, account: string | null = 'account') =>
      aProgram(id, [aBranch(pollTrigger(stream, account), [aStep(1, 'key')])])
    const scene = new Scene([of('a', 1), of('a', 2), of('b', 3), of('c', 4, null)])
    expect(scene.tell(1, of('b', 1))).toEqual([])
    expect(scene.tell(2, null)).toEqual(['items:a:account'])
    expect(scene.tell(4, null)).toEqual([])
  })

  test('has programs start that waited for its file', () => {
    const polling = (id: number): Program =>
      aProgram(id, [aBranch({ ...pollTrigger('a'), module_name: 'acme' }, [aStep(1, 'key')])])
    const file: ServiceFile = { module_name: 'acme', version: 1, file: JSON.stringify(ACME) }
    const scene = new Scene([polling(1)])
    expect(followed(scene)).toEqual({})
    scene.tell(2, polling(2), [file])
    expect(followed(scene)).toEqual({ 'items:a:': [1, 2] })
  })
})

/** What an operator has added, with a polled trigger. */
const ACME = {
  id: 'acme',
  name: 'Acme',
  description: 'Boxes.',
  keywords: [],
  color: '#0b7285',
  terms_url: 'https://acme.example/terms',
  hosts: ['api.acme.example'],
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'items',
      name: 'Items',
      ingredients: [{ slug: 'Id', name: 'Id', type: 'text', from: 'id' }],
      request: { get: '/items' },
      items: 'items',
      id: 'id',
    },
  ],
}

describe('a change that does not follow on it', () => {
  test('is refused where a program came without its file', () => {
    const unknown = { ...SECOND, branches: [aBranch({ ...pollTrigger('a'), module_name: 'acme' }, [aStep(1, 'key')])] }
    const scene = new Scene([FIRST, unknown])
    expect(scene.tell(2, null)).toBeNull()
    scene.sync({ service_files: [] })
    expect(scene.tell(2, EDITED)).toEqual([])
  })

  test('is refused and changes nothing where something is missing', () => {
    const scene = new Scene([FIRST, SECOND])
    const missing = scene.press(1, null)
    expect(scene.tell(2, EDITED)).toBeNull()
    expect([versions(scene), wantedOf(scene)]).toEqual([
      [
        [1, 1],
        [2, 1],
      ],
      1,
    ])
    expect(scene.runner.tell(missing)).toEqual([])
    expect(versions(scene)).toEqual([[2, 1]])
  })

  test('is known where it was told before, alone or with everything', () => {
    const scene = new Scene([FIRST, SECOND])
    const on = scene.press(2, EDITED)
    const off = scene.press(2, null)
    for (const change of [on, on, off, on, off]) expect(scene.runner.tell(change)).toEqual([])
    expect([versions(scene), wantedOf(scene)]).toEqual([[[1, 1]], 3])
    const late = scene.press(2, EDITED)
    scene.sync({ programs: [] })
    expect(scene.runner.tell(late)).toEqual([])
    expect(versions(scene)).toEqual([])
  })

  test('comes before an older snapshot, which changes nothing', () => {
    const scene = new Scene([FIRST])
    const older = { ...scene.runner.memory.settings, programs: [FIRST] }
    scene.tell(1, null)
    scene.runner.sync(older)
    expect(versions(scene)).toEqual([])
  })
})

test('a change whose disk fails changes nothing and can come again', () => {
  let failures = 0
  for (let statement = 0; statement < 30; statement++) {
    const scene = new Scene([FIRST, SECOND])
    const change = scene.press(2, EDITED)
    scene.runner.storage.failsIn = statement
    let hasFailed = false
    try {
      scene.runner.tell(change)
    } catch {
      hasFailed = true
      failures += 1
    }
    scene.runner.storage.failsIn = null
    if (hasFailed) expect([versions(scene)[1], wantedOf(scene)]).toEqual([[2, 1], 1])
    expect(scene.runner.tell(change)).toEqual([])
    expect([versions(scene)[1], wantedOf(scene)]).toEqual([[2, 2], 2])
  }
  expect(failures).toBeGreaterThan(3)
})
