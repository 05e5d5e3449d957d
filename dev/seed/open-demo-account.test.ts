import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { startServices, type Services } from '../stand-ins/services/start-services.ts'
import { openDemoAccount } from './open-demo-account.ts'

let services: Services
beforeAll(async () => {
  services = await startServices({ port: 0 })
})
afterAll(() => services.close())

const connected = serviceDefinitions().filter(({ connect }) => connect.kind !== 'none')

test.each(connected.map(({ id }) => id))("the far side of %s takes the demo's account", async (id) => {
  const opened = await openDemoAccount(services.addresses)(id, 'ada')
  expect(opened.account_id).toMatch(/./)
})
