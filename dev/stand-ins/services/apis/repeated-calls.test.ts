import { expect, test } from 'vitest'
import { connectedService } from '../connected-service.fixture.ts'

const KEY = { 'idempotency-key': 'sy_run1_2_1', 'x-request-id': 'sy_run1_2_1' }

test('a repeated key gets the first answer, and nothing is done', async () => {
  const { call, control } = await connectedService('sheetly')
  const row = { title: 'Done', values: ['a', 'b'] }
  const first = await call('POST', '/named_rows', row, KEY)
  const again = await call('POST', '/named_rows', row, KEY)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(control.items('sheetly-ada', 'named_rows')).toHaveLength(1)
  expect(control.ledger().map(({ repeated }) => repeated)).toEqual([false, true])
  expect(control.doneTwice()).toEqual([])
})

test('the same key with another body is 422', async () => {
  const { call, control } = await connectedService('parley')
  await call('POST', '/channels/C01/messages', { text: 'One' }, KEY)
  const other = await call('POST', '/channels/C01/messages', { text: 'Two' }, KEY)
  expect(other).toMatchObject({ status: 422, body: { error: 'idempotency_key_reused' } })
  expect(control.ledger()).toHaveLength(1)
})

test.each([
  ['chirp', '/posts', { text: 'Hello' }],
  ['stride', '/activities', { kind: 'run' }],
])('%s ignores keys, so a repeat is done twice', async (service, path, item) => {
  const { call, control } = await connectedService(service)
  await call('POST', path, item, KEY)
  await call('POST', path, item, KEY)
  expect(control.doneTwice()).toMatchObject([
    [
      { path, key: 'sy_run1_2_1' },
      { path, key: 'sy_run1_2_1' },
    ],
  ])
})

test('lists are pages, newest first, with the request that created', async () => {
  const { call } = await connectedService('parley')
  for (const text of ['One', 'Two', 'Three'])
    await call('POST', '/channels/C02/messages', { text }, { 'x-request-id': text })
  const first = await call('GET', '/channels/C02/messages?limit=2')
  expect(first.body.messages).toMatchObject([
    { text: 'Three', request_id: 'Three', from: 'ada', created_at: expect.stringMatching(/^20.*Z$/) },
    { text: 'Two' },
  ])
  const second = await call('GET', `/channels/C02/messages?limit=2&cursor=${first.body.next_cursor}`)
  expect(second.body).toMatchObject({ messages: [{ text: 'One' }], next_cursor: null })
  expect((await call('GET', '/channels/C02/messages?limit=0')).status).toBe(422)
  expect((await call('GET', '/channels/C02/messages?cursor=none')).status).toBe(422)
})

test('a named row creates its spreadsheet once', async () => {
  const { call } = await connectedService('sheetly')
  await call('POST', '/named_rows', { title: 'Running log', values: ['first run'] })
  const { body } = await call('POST', '/named_rows', { title: 'Running log', values: ['second run'] })
  expect(body).toMatchObject({ row: 2, title: 'Running log' })
  const rows = await call('GET', `/spreadsheets/${body.spreadsheet_id}/rows?text=SECOND`)
  expect(rows.body.rows).toMatchObject([{ id: body.id, values: ['second run'], row: 2 }])
  const { options } = (await call('GET', '/options/spreadsheets')).body
  expect(options.filter(({ label }: { label: string }) => label === 'Running log')).toHaveLength(1)
})

test('all lights at once, or all of them blinking', async () => {
  const { call } = await connectedService('lumen')
  for (const path of ['/lights', '/lights/all']) {
    const on = path === '/lights'
    const { body } = await call('PUT', path, { on })
    expect(body.lights.map((light: { on: boolean }) => light.on)).toEqual([on, on, on])
  }
  expect((await call('POST', '/lights/all/blinks', {})).status).toBe(201)
  expect((await call('POST', '/lights/L09/blinks', {})).status).toBe(404)
  expect((await call('GET', '/lights/all/blinks')).body.blinks).toHaveLength(1)
})

test('a scene switches lights and heating, and switches are listed', async () => {
  const { call } = await connectedService('homebase')
  await call('POST', '/scenes', { scene: 'away' })
  expect((await call('GET', '/devices/D02')).body).toMatchObject({ name: 'Thermostat', on: false })
  await call('PUT', '/devices/D03', { on: true })
  await call('PUT', '/devices/D03', { on: true })
  expect((await call('GET', '/switches')).body.switches).toMatchObject([
    { device_id: 'D03', device: 'Garden sprinkler', state: 'on' },
    { device_id: 'D02', device: 'Thermostat', state: 'off' },
  ])
  expect((await call('GET', '/switches?device=D02')).body.switches).toHaveLength(1)
})

test('the week counts activities since Monday', async () => {
  const { call } = await connectedService('stride', { now: () => Date.UTC(2026, 2, 8, 12) })
  expect((await call('GET', '/week')).body).toEqual({
    since: '2026-03-02T00:00:00.000Z',
    activities: 2,
    distance_m: 7300,
    duration_s: 3240,
  })
})
