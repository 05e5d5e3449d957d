import { expect, test } from 'vitest'
import { ACME } from './sampled-services.ts'
import { sampleServer } from './testing/sample-server.fixture.ts'

test('hello', async () => {
  const { ask, press, page } = sampleServer(ACME)
  const key = { 'x-api-key': 'sample-api-key-of-acme' }
  expect(await (await ask('/me', { headers: key })).json()).toEqual({ id: 'a1', name: 'Mona' })
  await press('trigger/new_parcel')
  console.log(await (await ask('/boxes/7/parcels?limit=50', { headers: key })).text())
  console.log(await (await ask('/boxes/7/parcels?limt=50', { headers: key })).text())
  console.log(await (await ask('/boxes', { headers: key })).text())
  console.log(await page())
})
