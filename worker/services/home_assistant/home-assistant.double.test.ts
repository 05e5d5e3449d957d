import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { doubleSteps, valueOf } from '../../../dev/stand-ins/doubles/testing/double-steps.fixture.ts'
import { runningApplet } from '../../../dev/stand-ins/doubles/testing/running-applet.fixture.ts'

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.aG9tZQ.c2VjcmV0'
const SENSOR = 'sensor.kitchen'
const steps = () => doubleSteps('home_assistant', async (address) => ({ address, token: TOKEN }))

async function watching(slug: string, fields: Record<string, string>) {
  const home = await steps()
  const seen = new Set<string>()
  let etag: string | null = null
  /** Polls for the items that no poll before it saw, oldest first, as the Runner takes them. */
  const poll = async () => {
    const page = valueOf(await home.ask(slug, fields, { etag }))
    etag = page.etag
    const fresh = page.items.filter(({ id }) => !seen.has(id)).toReversed()
    for (const { id } of fresh) seen.add(id)
    return fresh.map(({ ingredients }) => ingredients)
  }
  await poll()
  const set = async (state: string, after = MINUTE) => {
    home.clock.now += after
    await home.press('set', { entity: fields['entity'] ?? '', state })
  }
  return { ...home, poll, set }
}

test('each change of a state between two polls is seen once', async () => {
  const { poll, set, clock } = await watching('state_changed', { entity: 'binary_sensor.front_door' })
  await set('on')
  await set('off')
  await set('on')
  clock.now += MINUTE
  expect(await poll()).toMatchObject([
    { State: 'on', PreviousState: 'off', EntityName: 'Front door', EntityId: 'binary_sensor.front_door' },
    { State: 'off', PreviousState: 'on' },
    { State: 'on', PreviousState: 'off' },
  ])
  clock.now += MINUTE
  expect(await poll()).toEqual([])
})

test('changes of days in which Home Assistant was away are seen', async () => {
  const { poll, set, clock, services } = await watching('state_changed', { entity: SENSOR })
  await set('20.5', HOUR)
  services.control.addFault('home_assistant', { kind: 'reset' })
  await expect(poll()).rejects.toThrow('could not be reached')
  await set('21.5', DAY)
  clock.now += DAY
  expect((await poll()).map(({ State }) => State)).toEqual(['20.5', '21.5'])
})

test('a state that was asked for starts alone', async () => {
  const { poll, set } = await watching('state_changed', { entity: 'binary_sensor.front_door', to: 'On' })
  for (const state of ['on', 'off', 'on', 'off']) await set(state)
  expect((await poll()).map(({ State }) => State)).toEqual(['on', 'on'])
})

test('a device that comes back as it went has not changed', async () => {
  const { poll, set } = await watching('state_changed', { entity: 'binary_sensor.front_door' })
  for (const state of ['unavailable', 'off', 'unknown', 'off']) await set(state)
  expect(await poll()).toEqual([])
  for (const state of ['unavailable', 'on']) await set(state)
  expect(await poll()).toMatchObject([{ State: 'on', PreviousState: 'off' }])
})

test.each([
  ['state_above', '21', ['20', '21', '21.5', '23', 'unavailable', '22', '19', '30'], ['21.5', '30']],
  ['state_below', '19', ['19', '18.5', '10', 'unavailable', '11', '20', '18'], ['18.5', '18']],
  ['state_above', '-5', ['-10', '-4'], ['-4']],
])('%s %s starts each time the limit is crossed', async (slug, limit, states, crossed) => {
  const { poll, set } = await watching(slug, { entity: SENSOR, limit })
  const seen: unknown[] = []
  for (const state of states) {
    await set(state)
    seen.push(...(await poll()).map(({ State }) => State))
  }
  expect(seen).toEqual(crossed)
})

test('an entity with nothing on record starts with its first change', async () => {
  const { poll, set } = await watching('state_changed', { entity: 'switch.old' })
  await set('on')
  expect(await poll()).toMatchObject([{ State: 'on', PreviousState: '' }])
})

test.each([
  [{ entity: 'light.nowhere' }, 'Home Assistant has no entity light.nowhere.'],
  [{ entity: '' }, 'Entity came out empty.'],
])('a trigger of %o says what is wrong', async (fields, message) => {
  const { ask } = await steps()
  expect(await ask('state_changed', fields)).toMatchObject({ ok: false, problem: { message } })
})

test('a limit without a number and a missing history are named', async () => {
  const { ask, press } = await steps()
  expect(await ask('state_above', { entity: SENSOR, limit: 'warm' })).toMatchObject({
    problem: { failure: 'input', message: 'Limit must be a number.' },
  })
  await press('history', { history: 'off' })
  expect(await ask('state_changed', { entity: SENSOR })).toMatchObject({
    problem: { message: 'This Home Assistant keeps no history. Turn on its History integration.' },
  })
})

test('a state is looked up, and things are turned on and off', async () => {
  const { look, act } = await steps()
  expect(valueOf(await look('entity_state', { entity: SENSOR }))).toMatchObject([
    { EntityName: 'Kitchen temperature', State: '19.5', Unit: '°C' },
  ])
  const state = async () => valueOf(await look('entity_state', { entity: 'light.kitchen' }))[0]?.['State']
  valueOf(await act('turn_on', { entity: 'light.kitchen' }))
  expect(await state()).toBe('on')
  valueOf(await act('turn_off', { entity: 'light.kitchen' }))
  expect(await state()).toBe('off')
})

test('calls a service and fires a webhook with own data', async () => {
  const { act, services } = await steps()
  const data = '{"brightness_pct": 40}'
  valueOf(await act('call_service', { service: 'light.turn_on', entity: 'light.kitchen', data }))
  valueOf(await act('fire_webhook', { webhook_id: 'door bell', data: '{"who": "Mona {{fields.data}}"}' }))
  const asked = services.control.asked('home_assistant').filter(({ method }) => method === 'POST')
  expect(asked.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['/api/services/light/turn_on', { brightness_pct: 40, entity_id: 'light.kitchen' }],
    ['/api/webhook/door%20bell', { who: 'Mona {{fields.data}}' }],
  ])
})

test.each([
  ['call_service', { service: 'turn on', entity: '', data: '' }, 'Action must look like light.turn_on.'],
  ['call_service', { service: '../x.y', entity: '', data: '' }, 'Action must look like light.turn_on.'],
  ['call_service', { service: 'a.b', entity: '', data: '[1]' }, 'Data must be JSON, such as {"brightness_pct": 40}.'],
  ['call_service', { service: 'lamp.on', entity: '', data: '' }, 'Action lamp.on not found'],
])('%s with %o says what is wrong', async (slug, fields, words) => {
  const { act } = await steps()
  const outcome = await act(slug, fields)
  expect(outcome?.ok === false && outcome.problem.message).toContain(words)
})

test('a home is known by its address and named by itself', async () => {
  const { service, io, address } = await steps()
  expect(await service.checkAccount?.(io())).toEqual({
    ok: true,
    value: { id: address.replace('http://', ''), name: 'Ada’s home' },
  })
  expect(await service.checkAccount?.(io(null, { token: 'wrong' }))).toMatchObject({
    problem: { failure: 'unauthorized', attribute: 'token' },
  })
})

const cooling = () =>
  runningApplet({
    module_name: 'home_assistant',
    credentials: (address) => ({ address, token: TOKEN }),
    trigger: { slug: 'state_above', fields: { entity: SENSOR, limit: '24' } },
    action: {
      slug: 'call_service',
      fields: { service: 'notify.notify', data: '{"message": "It is {{State}} {{Unit}}"}' },
    },
  })

test('a number that rises above its limit calls a service, once each', async () => {
  const applet = await cooling()
  await applet.pass(2 * MINUTE)
  for (const state of ['25', '23', '26']) {
    await applet.press('set', { entity: SENSOR, state })
    await applet.pass(10_000)
  }
  await applet.pass(10 * MINUTE)
  const calls = applet.services.control.asked('home_assistant').filter(({ method }) => method === 'POST')
  expect(calls.map(({ body }) => JSON.parse(body).message)).toEqual(['It is 25 °C', 'It is 26 °C'])
  expect(applet.runs().map(({ state }) => state)).toEqual(['done', 'done'])
})
