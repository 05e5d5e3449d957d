import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { aBranch, aProgram, aQuery, aStep, hookTrigger, PRO } from '../applet-makers.ts'
import { hookApplet, Scene } from '../scene.ts'

test.each([
  ['refused', 11, 'failed'],
  ['rejected', 3, 'failed'],
  ['nonsense', 3, 'failed'],
  ['skip', 1, 'skipped'],
] as const)('%s at every try: %i tries, then %s', async (trouble, tries, state) => {
  const scene = new Scene([hookApplet('key')])
  scene.far.troubles = [trouble]
  expect(await scene.meet([], DAY)).toBe(state)
  expect(scene.far.requests).toHaveLength(tries)
})

test('a limit is waited for and never counts', async () => {
  const scene = new Scene([hookApplet('key')])
  scene.far.limited_for = 30 * MINUTE
  expect(
    await scene.meet(
      Array.from({ length: 15 }, () => 'limited'),
      7 * HOUR,
    ),
  ).toBe('retrying')
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['done'])
})

test('an action that fails holds up none of the others', async () => {
  const actions = ['key', 'key', 'key'].map((kind, index) => aStep(index + 1, kind, { text: String(index) }))
  const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), actions)])])
  expect(await scene.meet(['healthy', 'rejected', 'healthy', 'rejected', 'rejected'], DAY)).toBe('failed')
  expect(scene.far.effects.map(({ body }) => body)).toEqual(['{"text":"0"}', '{"text":"2"}'])
  expect(scene.page()?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'failed', 'done'])
})

test('an action held for its account lets the others try', async () => {
  const actions = [aStep(1, 'key', {}, 'account'), aStep(2, 'key')]
  const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), actions)])])
  scene.account = 'broken'
  expect(await scene.meet(['refused'], MINUTE)).toBe('held')
  expect(scene.far.effects).toHaveLength(1)
  expect(scene.far.requests).toHaveLength(2)
})

test('a query is asked again until it answers, and then never', async () => {
  const queries = [aQuery(5, 'count')]
  const branch = aBranch(hookTrigger(), [aStep(1, 'key', { text: '{{Far.count.Count}}' })], { queries, wait: 3600 })
  const scene = new Scene([aProgram(1, [branch])], { subscriptions: [...PRO] })
  scene.far.script = ['refused', 'healthy']
  scene.send()
  await scene.pass(MINUTE)
  expect(scene.states()).toEqual(['waiting'])
  scene.runner.kill()
  await scene.pass(HOUR)
  expect(scene.states()).toEqual(['done'])
  expect(scene.far.requests.map(({ action }) => action)).toEqual(['query', 'query', 'key'])
  expect(scene.far.effects[0]?.body).toBe('{"text":"1"}')
})

test('a run that never gets through is given up after 30 days', async () => {
  const scene = new Scene([hookApplet('key')], { paused_until: Date.UTC(2027, 0) })
  scene.send()
  await scene.pass(30 * DAY - MINUTE)
  expect(scene.states()).toEqual(['held'])
  await scene.pass(2 * MINUTE)
  expect(scene.states()).toEqual(['failed'])
  expect(scene.page()?.message).toBe('It waited too long.')
})

test('an action that fails at once holds up none of the others', async () => {
  const actions = [aStep(1, 'key'), aStep(2, 'gone'), aStep(3, 'key')]
  const scene = new Scene([aProgram(1, [aBranch(hookTrigger(), actions)])])
  expect(await scene.meet([], MINUTE)).toBe('failed')
  expect(scene.far.effects).toHaveLength(2)
})
