import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '../../../contract/shared/durations.ts'
import type { Program, ServiceFile } from '../../../system/runner-api/program.ts'
import { saveAddedServices } from '../store/added-services.ts'
import { runOnce } from '../try/run-once.ts'
import { aBranch, aProgram, aStep, hookTrigger, pollTrigger } from './applet-makers.ts'
import { Scene } from './scene.ts'
import { DRAFT, draftOf, HELLO } from './tries/draft-scene.ts'

/** What an operator has added: a service whose action sends what it is told to the far side, between these words. */
function acme(version: number, words = 'box'): ServiceFile {
  const json = { action: 'safe', key: 'one', token: 'token', body: `${words} {{fields.box}}` }
  const file = {
    id: 'acme',
    name: 'Acme',
    description: 'Boxes.',
    keywords: [],
    color: '#0b7285',
    terms_url: 'https://acme.example/terms',
    hosts: ['api.acme.example'],
    connect: { kind: 'none' },
    actions: [
      {
        slug: 'open',
        name: 'Open',
        repeat: 'safe',
        fields: [{ slug: 'box', label: 'Box', type: 'text' }],
        request: { post: '/open', json },
      },
    ],
  }
  return { module_name: 'acme', version, file: JSON.stringify(file) }
}

const OPEN = { ...aStep(1, 'open', { box: '{{Value1}}' }), module_name: 'acme' }
const APPLET = aProgram(1, [aBranch(hookTrigger(), [OPEN])])
const POLLING = { ...pollTrigger('a'), module_name: 'acme' }

const effects = ({ far }: Scene) => far.effects.map(({ body }) => body)

async function sent(scene: Scene): Promise<string[]> {
  scene.send()
  await scene.pass(MINUTE)
  return effects(scene)
}

test('a step of an added service runs after the Runner left memory', async () => {
  const scene = new Scene([APPLET], { service_files: [acme(1)] })
  scene.runner.kill()
  expect(await sent(scene)).toEqual(['box hi'])
  expect(scene.runner.asked_for_sync).toBe(0)
})

test('one file serves all programs of the user', () => {
  const scene = new Scene([APPLET, { ...APPLET, applet_id: 2 }], { service_files: [acme(1)] })
  const stored = scene.runner.storage.peek('select module_name, version from added_service')
  expect(stored).toEqual([{ module_name: 'acme', version: 1 }])
})

test('a changed file is what runs take from then on', async () => {
  const scene = new Scene([APPLET], { service_files: [acme(1)] })
  scene.sync({ service_files: [acme(2, 'crate')] })
  expect(await sent(scene)).toEqual(['crate hi'])
  scene.runner.kill()
  scene.sync({ service_files: [acme(1)] })
  expect(await sent(scene)).toEqual(['crate hi', 'crate hi'])
})

test('a service that is gone ends its runs, and comes back', async () => {
  const scene = new Scene([APPLET], { service_files: [acme(3)] })
  scene.sync({ service_files: [] })
  expect(await sent(scene)).toEqual([])
  expect(scene.page()).toMatchObject({ state: 'failed', message: expect.stringContaining('no longer') })
  scene.sync({ service_files: [acme(1)] })
  expect(await sent(scene)).toEqual(['box hi'])
})

test('a run goes on by its file after its Applet was changed', async () => {
  const waiting = aProgram(1, [aBranch(hookTrigger(), [OPEN], { wait: 3600 })])
  const scene = new Scene([waiting], { service_files: [acme(1)] })
  scene.send()
  const other = aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key')])], { version: 2 })
  scene.sync({ programs: [other], service_files: [] })
  scene.runner.kill()
  await scene.pass(DAY)
  expect(effects(scene)).toEqual(['box hi'])
})

test('a draft that is done once brings its file', async () => {
  const scene = new Scene([])
  const program = draftOf(APPLET)
  scene.runner.change((memory) => runOnce(memory, { program, event: HELLO, press: 'one', service_files: [acme(1)] }))
  scene.runner.kill()
  await scene.pass(MINUTE)
  expect([effects(scene), scene.page()?.applet_id]).toEqual([['box hello'], DRAFT])
})

describe('a Runner that was told before files came with programs', () => {
  /** It starts again with this deployment. */
  function ofBefore(programs: Program[]): Scene {
    const scene = new Scene(programs)
    scene.runner.storage.peek('drop table added_service')
    scene.runner.storage.peek("update meta set value = '3' where key = 'schema'")
    scene.runner.kill()
    return scene
  }

  test('asks for a sync and holds its runs until then', async () => {
    const scene = ofBefore([APPLET])
    expect(await sent(scene)).toEqual([])
    expect(scene.holds()).toEqual(['internal'])
    expect(scene.runner.asked_for_sync).toBeGreaterThan(0)
    scene.sync({ service_files: [acme(1)] })
    await scene.pass(MINUTE)
    expect([scene.states(), effects(scene)]).toEqual([['done'], ['box hi']])
  })

  test('goes on with what an API Worker of before tells', async () => {
    const scene = ofBefore([APPLET])
    scene.sync({})
    expect(await sent(scene)).toEqual([])
    expect(scene.holds()).toEqual(['internal'])
    scene.sync({ service_files: [acme(1)] })
    await scene.pass(MINUTE)
    expect(scene.states()).toEqual(['done'])
  })

  test('asks also for what only an earlier version of an Applet names', async () => {
    const scene = ofBefore([aProgram(1, [aBranch(hookTrigger(), [OPEN], { wait: 3600 })])])
    scene.send()
    scene.sync({ programs: [aProgram(1, [aBranch(hookTrigger(), [aStep(1, 'key')])], { version: 2 })] })
    await scene.pass(MINUTE)
    const { lacking } = scene.runner.memory
    expect([...lacking]).toEqual(['acme'])
    scene.runner.change((memory) => saveAddedServices(memory, [...lacking], [acme(1)]))
    await scene.pass(DAY)
    expect([effects(scene), [...lacking]]).toEqual([['box hi'], []])
  })

  test('keeps its polls meanwhile', async () => {
    const scene = ofBefore([aProgram(1, [aBranch(POLLING, [OPEN])])])
    const insert = `insert into subscription (kind, key, module_name, slug, fields, applets, next_due, primed)
      values ('poll', ?, 'acme', 'items', '{}', '[1]', 1, 1)`
    scene.runner.storage.peek(insert, POLLING.identity)
    scene.sync({})
    await scene.pass(5 * MINUTE)
    const [row] = scene.runner.storage.peek('select applets, fails, note, next_due from subscription')
    expect(row).toMatchObject({ applets: '[1]', fails: 0, note: null, next_due: expect.any(Number) })
    expect(scene.runner.asked_for_sync).toBeGreaterThan(0)
  })
})
