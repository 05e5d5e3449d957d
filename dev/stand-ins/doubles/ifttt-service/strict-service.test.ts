import { expect, test } from 'vitest'
import { createLarder } from './larder.ts'
import { LARDER_SERVICE_KEY } from './larder-api.ts'
import { giveLarderToken } from './larder-oauth.ts'
import { larderManifest } from '../../../../worker/services/ifttt/testing/larder-manifest.ts'
import { NOW, stepsOf } from './steps-of.fixture.ts'

/** Larder with Ada's token, and the steps of its service. */
function larderSteps(token = 'ada-token') {
  const larder = createLarder({ now: () => NOW })
  giveLarderToken(larder.oauth, 'larder-ada', 'ada-token')
  return { larder, ...stepsOf(larderManifest, larder.app, { token }) }
}

const FIELDS = { shelf: 'spices', below: '3' }
const low = (item: string) => ({ item, shelf: 'spices', left: 1 })

test('polls a trigger, newest first', async () => {
  const { larder, poll } = larderSteps()
  await larder.runsLow('larder-ada', low('Salt'))
  await larder.runsLow('larder-ada', low('Mace'))
  const polled = await poll('runs_low', FIELDS)
  expect(polled).toMatchObject({
    ok: true,
    value: {
      items: [
        { at: NOW, ingredients: { Item: 'Mace', Left: 1, CreatedAt: '2026-03-10T12:00:00.000Z' } },
        { at: NOW, ingredients: { Item: 'Salt' } },
      ],
      next: null,
    },
  })
})

test('sends what the protocol names, and nothing else', async () => {
  const { larder, poll } = larderSteps()
  await poll('runs_low', { ...FIELDS, other: 'unknown to the service' })
  const [call] = larder.state.calls
  expect(call).toMatchObject({ status: 200, headers: { authorization: 'Bearer ada-token', 'accept-charset': 'utf-8' } })
  expect(call?.headers).not.toHaveProperty('ifttt-service-key')
  expect(JSON.parse(call?.body ?? '')).toEqual({
    trigger_identity: 'identity of runs_low',
    triggerFields: FIELDS,
    limit: 50,
    user: { timezone: 'Europe/Berlin' },
    ifttt_source: { id: '7', url: 'https://switchyard.example/applets/7' },
  })
})

test('asks for more items while all of them are new', async () => {
  const { larder, poll } = larderSteps()
  for (let n = 0; n < 70; n++) await larder.runsLow('larder-ada', low(`Item ${n}`))
  const first = await poll('runs_low', FIELDS)
  expect(first).toMatchObject({ ok: true, value: { next: '100' } })
  const more = await poll('runs_low', FIELDS, '100')
  expect(more.ok && more.value.items).toHaveLength(70)
  expect(more).toMatchObject({ ok: true, value: { next: null } })
})

test('leaves a trigger identity', async () => {
  const { larder, poll, leave } = larderSteps()
  await poll('delivery_arrived')
  expect(Object.keys(larder.state.identities)).toEqual(['identity of delivery_arrived'])
  expect(await leave('delivery_arrived')).toEqual({ ok: true, value: null })
  expect(larder.state.identities).toEqual({})
})

test('follows the cursor of a query to its end', async () => {
  const { larder, ask } = larderSteps()
  const asked = await ask('items_on_shelf', { shelf: 'spices' })
  expect(asked.ok && asked.value.map(({ Item }) => Item)).toEqual([
    'Salt',
    'Pepper',
    'Cumin',
    'Clove',
    'Mace',
    'Sumac',
    'Anise',
  ])
  expect(larder.state.calls.map(({ body }) => JSON.parse(body).cursor)).toEqual([undefined, '3', '6'])
})

test('does an action, with its key as the request id', async () => {
  const { larder, act } = larderSteps()
  const done = await act('add_to_list', { item: 'Salt', amount: '2' })
  expect(done).toMatchObject({ ok: true, value: { url: 'https://larder.test/list' } })
  expect(larder.state.kitchens['larder-ada'].list).toEqual([{ item: 'Salt', amount: 2 }])
  expect(larder.state.calls[0]?.headers).toMatchObject({ 'x-request-id': 'sy_run_1_0' })
})

test('skips what the service asks to skip', async () => {
  const { act } = larderSteps()
  await act('add_to_list', { item: 'Salt', amount: '2' })
  const problem = { failure: 'skip', sent: 'no', message: 'Salt is on the list already' }
  expect(await act('add_to_list', { item: 'Salt', amount: '2' })).toMatchObject({ ok: false, problem })
})

test('asks the service whether values may be saved', async () => {
  const { validate } = larderSteps()
  expect(await validate('runs_low', FIELDS)).toEqual({})
  expect(await validate('runs_low', { ...FIELDS, below: '-1' })).toEqual({ below: 'Choose a number above 0.' })
  const together = { below: 'A shelf of spices never holds more than 10.' }
  expect(await validate('runs_low', { ...FIELDS, below: '20' })).toEqual(together)
})

test('says whose account a token opens', async () => {
  expect(await larderSteps().account()).toEqual({ ok: true, value: { id: 'larder-ada', name: "Ada's kitchen" } })
  const refused = await larderSteps('another-token').account()
  expect(refused).toMatchObject({ ok: false, problem: { failure: 'unauthorized' } })
})

test('the strict service refuses whatever the protocol does not have', async () => {
  const { larder } = larderSteps()
  const good = {
    accept: 'application/json',
    'accept-charset': 'utf-8',
    'content-type': 'application/json',
    'x-request-id': '1',
    authorization: 'Bearer ada-token',
  }
  const body = { trigger_identity: 'i', triggerFields: {}, user: { timezone: 'UTC' } }
  const post = async (path: string, headers: Record<string, string>, json: unknown) =>
    (await larder.app.request(path, { method: 'POST', headers, body: JSON.stringify(json) })).status
  const poll = '/ifttt/v1/triggers/delivery_arrived'
  expect(await post(poll, good, body)).toBe(200)
  for (const name of Object.keys(good)) {
    const { [name as keyof typeof good]: _left, ...rest } = good
    expect(await post(poll, rest, body), name).toBeGreaterThanOrEqual(400)
  }
  expect(await post(poll, good, { ...body, page: 2 })).toBe(400)
  expect(await post(poll, good, { ...body, triggerFields: { box: '1' } })).toBe(400)
  const { 'content-type': _type, authorization: _token, ...plain } = good
  const status = async (keys: Record<string, string>) =>
    (await larder.app.request('/ifttt/v1/status', { headers: { ...plain, ...keys } })).status
  expect(await status({ 'ifttt-service-key': LARDER_SERVICE_KEY })).toBe(401)
  const both = { 'ifttt-service-key': LARDER_SERVICE_KEY, 'ifttt-channel-key': LARDER_SERVICE_KEY }
  expect(await status(both)).toBe(200)
})
