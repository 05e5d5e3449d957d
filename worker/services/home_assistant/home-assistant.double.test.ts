import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { valueOf } from '../../../dev/stand-ins/doubles/testing/double-steps.fixture.ts'
import { sampleScene } from '../../../dev/stand-ins/samples/testing/sample-scene.fixture.ts'
import { pollTrigger } from '../format/poll-trigger.fixture.ts'

const SENSOR = 'sensor.kitchen'

/** A sensor of a home, which has 21.5 degrees before anything happens. */
function atHome(slug = 'state_changed', fields: Record<string, string> = {}) {
  const scene = sampleScene('home_assistant')
  const { service, services, clock } = scene
  const seen = new Set<string>()
  let etag: string | null = null
  const ask = () => pollTrigger(service, slug, { entity: SENSOR, ...fields }, scene.io(), { etag, last_modified: null })
  /** Polls for the items that no poll before it saw, oldest first, as the Runner takes them. */
  const poll = async () => {
    const page = valueOf(await ask())
    etag = page.etag
    const fresh = page.items.filter(({ id }) => !seen.has(id)).toReversed()
    for (const { id } of fresh) seen.add(id)
    return fresh.map(({ ingredients }) => ingredients)
  }
  const set = async (state: string, after = MINUTE) => {
    clock.shift(after)
    await scene.press('trigger/state_changed', { text: state })
  }
  const fail = services.control.addFault.bind(services.control, 'home_assistant')
  /** Since when each poll has asked for changes, in ms. */
  const starts = () =>
    services.control
      .asked('home_assistant')
      .flatMap(({ path }) => Date.parse(/\/period\/(.*)$/.exec(decodeURIComponent(path))?.[1] ?? ''))
  return Object.assign(scene, { ask, poll, set, fail, starts })
}

const json = (value: unknown) =>
  ({ kind: 'answer', body: JSON.stringify(value), content_type: 'application/json' }) as const
const tooMuch = json([[{ state: 'x'.repeat(5_000_000) }]])

test('each change of a state between two polls is seen once', async () => {
  const { poll, set, clock } = atHome()
  await poll()
  for (const state of ['20', '21.5', '20']) await set(state)
  clock.shift(MINUTE)
  const about = { EntityName: 'Kitchen temperature', EntityId: SENSOR, Unit: '°C' }
  expect(await poll()).toMatchObject([
    { ...about, State: '20', PreviousState: '21.5', ChangedAt: '2026-03-10T12:01:00.000Z' },
    { ...about, State: '21.5', PreviousState: '20' },
    { ...about, State: '20', PreviousState: '21.5' },
  ])
  clock.shift(MINUTE)
  expect(await poll()).toEqual([])
})

test('changes of days in which Home Assistant was away are seen', async () => {
  const { poll, set, clock, fail } = atHome()
  await poll()
  await set('20.5', HOUR)
  fail({ kind: 'reset' })
  await expect(poll()).rejects.toThrow('could not be reached')
  await set('22', DAY)
  clock.shift(DAY)
  expect((await poll()).map(({ State }) => State)).toEqual(['20.5', '22'])
})

test('a poll asks again for ten minutes before the newest change', async () => {
  const { poll, set, clock, starts } = atHome()
  await poll()
  await set('20')
  await poll()
  await poll()
  expect(starts()).toEqual([clock.now - MINUTE - DAY, clock.now - MINUTE - HOUR - 10 * MINUTE, clock.now - 10 * MINUTE])
})

test('a poll asks for a week at most', async () => {
  const { poll, clock, starts } = atHome()
  await poll()
  clock.shift(30 * DAY)
  await poll()
  expect(starts().at(-1)).toBe(clock.now - 7 * DAY)
})

test('where there is too much to read, less time is asked for', async () => {
  const { ask, fail, clock, starts } = atHome()
  fail({ ...tooMuch, calls: 2 })
  expect(await ask()).toMatchObject({ ok: true })
  expect(starts().map((start) => clock.now - start)).toEqual([DAY, HOUR, 5 * MINUTE])
  fail({ ...tooMuch, calls: 3 })
  expect(await ask()).toMatchObject({
    problem: { failure: 'too_large', message: 'Home Assistant sent more changes than we can read.' },
  })
})

test.each([
  ['state_above', '21', ['20', '21.5', '23', '22', '19', '30'], ['21.5', '30']],
  ['state_below', '19', ['19', '18.5', '10', '20', '18'], ['18.5', '18']],
])('%s %s starts each time the limit is crossed', async (slug, limit, states, crossed) => {
  const { poll, set } = atHome(slug, { limit })
  await poll()
  const seen: unknown[] = []
  for (const state of states) {
    await set(state)
    seen.push(...(await poll()).map(({ State }) => State))
  }
  expect(seen).toEqual(crossed)
})

test('a state that was asked for starts alone', async () => {
  const { poll, set } = atHome('state_changed', { to: 'On' })
  await poll()
  for (const state of ['on', 'off', 'on', 'off']) await set(state)
  expect((await poll()).map(({ State }) => State)).toEqual(['on', 'on'])
})

test('an entity with nothing on record is followed', async () => {
  const { ask, fail } = atHome()
  fail(json([]))
  expect(await ask()).toMatchObject({ ok: true, value: { items: [] } })
})

test('an entity that does not exist is named', async () => {
  const { ask, fail } = atHome('state_changed', { entity: 'light.nowhere' })
  fail(json([]))
  fail({ kind: 'status', status: 404 })
  const message = 'Home Assistant has no entity light.nowhere.'
  expect(await ask()).toMatchObject({ problem: { failure: 'status', message } })
})

test('a history that is not kept is named', async () => {
  const { ask, fail } = atHome()
  fail({ kind: 'status', status: 404 })
  const message = 'This Home Assistant keeps no history. Turn on its History integration.'
  expect(await ask()).toMatchObject({ problem: { failure: 'status', message } })
})

test.each([
  ['state_above', { limit: 'warm' }, 'Limit must be a number.'],
  ['state_changed', { entity: '' }, 'Entity came out empty.'],
])('%s of %o says what is wrong', async (slug, fields, message) => {
  expect(await atHome(slug, fields).ask()).toMatchObject({ problem: { failure: 'input', message } })
})

/** The bodies of what was asked of a home. */
const bodiesOf = ({ services }: ReturnType<typeof atHome>) =>
  services.control
    .asked('home_assistant')
    .flatMap(({ method, path, body }) => (method === 'POST' ? [[path, JSON.parse(body)]] : []))

test('calls a service and fires a webhook with own data', async () => {
  const home = atHome()
  const act = (slug: string, fields: Record<string, string>) =>
    home.service.actions[slug]?.run({ fields, applet_id: 1 }, home.io('sy_1'))
  const data = '{"brightness_pct": 40}'
  valueOf(await act('call_service', { service: 'light.turn_on', entity: 'light.kitchen', data }))
  valueOf(await act('call_service', { service: 'notify.notify', entity: '', data: '' }))
  valueOf(await act('fire_webhook', { webhook_id: 'door bell', data: '{"who": "Mona {{fields.data}}"}' }))
  expect(bodiesOf(home)).toEqual([
    ['/api/services/light/turn_on', { brightness_pct: 40, entity_id: 'light.kitchen' }],
    ['/api/services/notify/notify', {}],
    ['/api/webhook/door%20bell', { who: 'Mona {{fields.data}}' }],
  ])
})

test.each([
  [{ service: 'turn on', data: '' }, 'Action must look like light.turn_on.'],
  [{ service: '../x.y', data: '' }, 'Action must look like light.turn_on.'],
  [{ service: 'a.b', data: '{"a"' }, 'Data must be JSON.'],
  [{ service: 'a.b', data: '[1]' }, 'Data must be a JSON object.'],
])('a call of %o is not sent', async (fields, message) => {
  const home = atHome()
  const sent = await home.service.actions['call_service']?.run({ fields, applet_id: 1 }, home.io('sy_1'))
  expect(sent).toMatchObject({ problem: { failure: 'input', message } })
  expect(bodiesOf(home)).toEqual([])
})

test("what Home Assistant says against a call is its user's to read", async () => {
  const home = atHome()
  home.fail({ ...json({ message: 'Action lamp.on not found' }), status: 400 })
  const fields = { service: 'lamp.on', data: '' }
  const sent = await home.service.actions['call_service']?.run({ fields, applet_id: 1 }, home.io('sy_1'))
  expect(sent?.ok === false && sent.problem.message).toContain('Action lamp.on not found')
})

test('a home is known by its address and named by itself', async () => {
  const home = atHome()
  const value = { id: home.address.replace('http://', ''), name: 'Home' }
  expect(await home.service.checkAccount?.(home.io())).toEqual({ ok: true, value })
  home.account.values = { ...home.account.values, token: 'wrong' }
  expect(await home.service.checkAccount?.(home.io())).toMatchObject({
    problem: { failure: 'unauthorized', attribute: 'token' },
  })
})

test('a number that rises above its limit calls a service, once each', async () => {
  const home = atHome()
  const told = { service: 'notify.notify', entity: '', data: '{"message": "It is {{State}} {{Unit}}"}' }
  const actions = [home.step(1, 'call_service', told)]
  home.enable({ trigger: 'state_above', fields: { entity: SENSOR, limit: '24' }, actions })
  await home.pass(2 * MINUTE)
  for (const state of ['25', '23', '26']) {
    await home.press('trigger/state_changed', { text: state })
    await home.pass(10_000)
  }
  await home.pass(10 * MINUTE)
  expect(bodiesOf(home).map(([, { message }]) => message)).toEqual(['It is 25 °C', 'It is 26 °C'])
  expect(home.states()).toEqual(['done', 'done'])
})
