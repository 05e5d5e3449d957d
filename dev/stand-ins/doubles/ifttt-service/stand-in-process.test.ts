import { expect, onTestFinished, test } from 'vitest'
import { startServices } from '../../services/start-services.ts'
import { LARDER_SERVICE_KEY } from './larder-api.ts'
import { RAMSHACKLE_SERVICE_KEY } from './ramshackle.ts'

async function standIn() {
  const services = await startServices({ port: 0 })
  onTestFinished(() => services.close())
  const press = (path: string, form: Record<string, string>) =>
    fetch(`${services.origin}${path}`, {
      method: 'POST',
      headers: { origin: services.origin },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
  const text = async (path: string) => (await fetch(`${services.origin}${path}`)).text()
  const ask = (path: string, method: string, key: string, body?: object) =>
    fetch(`${services.origin}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'accept-charset': 'utf-8',
        'x-request-id': '1',
        'ifttt-service-key': key,
        'ifttt-channel-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  return { press, text, ask }
}

test('developers reach the strict service beside the other stand-ins', async () => {
  const { press, text, ask } = await standIn()
  expect(await text('/larder')).toContain(LARDER_SERVICE_KEY)
  expect((await ask('/larder/ifttt/v1/status', 'GET', LARDER_SERVICE_KEY)).status).toBe(200)
  const low = { account: 'larder-ada', item: 'Mace', shelf: 'spices', left: '1' }
  expect((await press('/larder/control/runs_low', low)).status).toBe(303)
  const setup = await ask('/larder/ifttt/v1/test/setup', 'POST', LARDER_SERVICE_KEY, {})
  expect(await setup.json()).toMatchObject({ data: { samples: { triggers: { runs_low: { shelf: 'spices' } } } } })
  expect((await ask('/larder/ifttt/v1/status', 'GET', 'another key')).status).toBe(401)
  expect(await text('/larder')).toContain('GET /larder/ifttt/v1/status: 401')
})

test('developers choose how the other one misbehaves', async () => {
  const { press, text, ask } = await standIn()
  expect(await text('/ramshackle')).toContain(RAMSHACKLE_SERVICE_KEY)
  expect((await press('/ramshackle/control/misbehave', { how: 'answers data that is not a list' })).status).toBe(303)
  const polled = await ask('/ramshackle/ifttt/v1/triggers/knock', 'POST', RAMSHACKLE_SERVICE_KEY, {})
  expect(await polled.json()).toEqual({ data: { id: 'one' } })
  expect(await text('/ramshackle')).toMatch(/value="answers data that is not a list"\s+checked/)
})
