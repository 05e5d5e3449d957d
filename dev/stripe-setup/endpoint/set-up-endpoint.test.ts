import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { setupAtStandIn } from '../setup-at-stand-in.fixture.ts'

const secretsIn = (file: string) => parseEnv(readFileSync(file, 'utf8'))['STRIPE_WEBHOOK_SECRETS']?.split(',') ?? []

/** The endpoints, oldest first, with the secrets that Stripe shows only once. */
async function endpoints({ stripe, emulator }: Awaited<ReturnType<typeof setupAtStandIn>>) {
  const { data } = await stripe.webhookEndpoints.list()
  return data.toReversed().map(({ id, status }) => ({ id, status, secret: emulator.store.hidden(id).secret }))
}

test('the signing secret is stored beside other settings', async () => {
  const world = await setupAtStandIn()
  writeFileSync(world.settingsFile, '# mine\nDEBUG=true\n')
  await world.run()
  const [endpoint] = await endpoints(world)
  expect(readFileSync(world.settingsFile, 'utf8')).toBe(
    `# mine\nDEBUG=true\nSTRIPE_WEBHOOK_SECRETS=${endpoint?.secret}\n`,
  )
})

test('a lost secret makes a second endpoint and disables the first', async () => {
  const world = await setupAtStandIn()
  await world.run()
  rmSync(world.settingsFile)
  const { made } = await world.run()
  expect(made).toEqual([expect.stringContaining('made'), expect.stringContaining('disabled')])
  const [first, second] = await endpoints(world)
  expect([first?.status, second?.status]).toEqual(['disabled', 'enabled'])
  expect(secretsIn(world.settingsFile)).toEqual([second?.secret])
  expect((await world.run()).made).toEqual([])
})

test('the new secret stands in front of the one before it', async () => {
  const world = await setupAtStandIn()
  writeFileSync(world.settingsFile, 'STRIPE_WEBHOOK_SECRETS=whsec_newer,whsec_oldest\n')
  await world.run()
  const [endpoint] = await endpoints(world)
  expect(secretsIn(world.settingsFile)).toEqual([endpoint?.secret, 'whsec_newer'])
})

test('the old endpoint sends until the new secret is stored', async () => {
  const world = await setupAtStandIn()
  await world.run()
  rmSync(world.settingsFile)
  const secrets = { ...world.options.secrets, add: () => Promise.reject(new Error('disk full')) }
  await expect(world.run({ secrets })).rejects.toThrow('disk full')
  expect((await endpoints(world)).map(({ status }) => status)).toEqual(['enabled', 'enabled'])
  await world.run()
  const all = await endpoints(world)
  expect(all.map(({ status }) => status)).toEqual(['disabled', 'disabled', 'enabled'])
  expect(secretsIn(world.settingsFile)).toEqual([all[2]?.secret])
})

test('an endpoint of another API version is replaced', async () => {
  const world = await setupAtStandIn()
  const url = 'https://site.test/webhooks/stripe'
  await world.stripe.webhookEndpoints.create({ url, enabled_events: ['*'], api_version: '2026-09-30.endive' })
  await world.run()
  expect((await endpoints(world)).map(({ status }) => status)).toEqual(['disabled', 'enabled'])
})

test('an endpoint with other events gets ours', async () => {
  const world = await setupAtStandIn()
  await world.run()
  const [endpoint] = await endpoints(world)
  await world.stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['invoice.paid'] })
  expect((await world.run()).made).toHaveLength(1)
  expect((await world.run()).made).toEqual([])
})

test("other addresses' endpoints are left alone", async () => {
  const world = await setupAtStandIn()
  await world.stripe.webhookEndpoints.create({ url: 'https://other.test/hook', enabled_events: ['*'] })
  await world.run()
  expect((await endpoints(world)).map(({ status }) => status)).toEqual(['enabled', 'enabled'])
})

test('a site that Stripe cannot reach gets no endpoint', async () => {
  const world = await setupAtStandIn()
  await world.run({ siteOrigin: null })
  expect(await endpoints(world)).toEqual([])
})
