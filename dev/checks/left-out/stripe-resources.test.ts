import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { ROOT } from '../../processes/run.ts'
import { leaveOutStripeResources, STRIPE_RESOURCES } from '../../processes/stripe-resources.ts'
import { isForTests, readSources } from '../source-files.ts'

const code = readSources()
  .filter(({ path }) => path.startsWith('worker/') && !isForTests(path))
  .map(({ text }) => text)

/** What the client has that asks nothing of Stripe's API. */
const NO_RESOURCES = ['errors', 'Decimal', 'webhooks']
/** What it has of the API, namespaces too, by the names in code: `customers`, `billingPortal`. */
const all = Object.entries(new Stripe('sk_test_1'))
  .filter(([name, value]) => !name.startsWith('_') && typeof value === 'object' && value !== null)
  .map(([name]) => name)
  .filter((name) => !NO_RESOURCES.includes(name))

function inCode(resource: string): string {
  return resource.charAt(0).toLowerCase() + resource.slice(1)
}

test('the build keeps exactly the Stripe resources that the Worker calls', () => {
  expect(all.length).toBeGreaterThan(60)
  const named = code.flatMap((text) => [...text.matchAll(/\bstripe\s*\??\.\s*(\w+)/g)].map(([, name = '']) => name))
  const called = new Set(named.filter((name) => all.includes(name)))
  expect([...called].toSorted()).toEqual(STRIPE_RESOURCES.map(inCode))
})

test('the Worker names every client “stripe”, as the rule above needs', () => {
  const others = code.flatMap((text) => [
    ...text.matchAll(/\b(?!stripe\b)\w+\??: Stripe\s*[,);=]/g),
    ...text.matchAll(/(?:const|let) (?!stripe\b)[^=]+ = await (?:[\w.]+\.stripe|stripeClient)\(/g),
    ...text.matchAll(/(?:await (?:[\w.]+\.stripe|stripeClient)\([^)]*\))\)\./g),
  ])
  expect(others.map(([found]) => found)).toEqual([])
})

test('the Worker reads no decimals from Stripe', () => {
  expect(code.filter((text) => /\w_decimal\b|\bDecimal\b/.test(text))).toEqual([])
})

test('a built client answers as the whole one, decimals as texts', async () => {
  const price = { id: 'price_1', object: 'price', unit_amount: 299, unit_amount_decimal: '299.5' }
  const item = { id: 'si_1', object: 'subscription_item', price }
  const answer = { id: 'sub_1', object: 'subscription', items: { object: 'list', data: [item] } }
  const fetched = async () => Response.json(answer)
  const [ours, whole] = await Promise.all(
    [(await builtClient()).default, Stripe].map(async (Client) => {
      const stripe = new Client('sk_test_1', { httpClient: Stripe.createFetchHttpClient(fetched) })
      return stripe.subscriptions.retrieve('sub_1')
    }),
  )
  expect(JSON.parse(JSON.stringify(ours))).toEqual(JSON.parse(JSON.stringify(whole)))
  expect(ours?.items.data[0]?.price.unit_amount_decimal).toBe('299.5')
})

async function builtClient(): Promise<{ default: typeof Stripe }> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: join(ROOT, 'node_modules/stripe/esm/stripe.esm.worker.js'),
    platform: 'neutral',
    plugins: [leaveOutStripeResources()],
  })
  const { output } = await bundle.generate({ format: 'esm' })
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
}

test('a resource that was left out says so', async () => {
  const built = new (await builtClient()).default('sk_test_1')
  for (const name of STRIPE_RESOURCES) expect(Reflect.get(built, inCode(name))).toHaveProperty('retrieve')
  const others = all.filter((name) => !STRIPE_RESOURCES.map(inCode).includes(name) && name !== 'account')
  expect(others.length).toBeGreaterThan(50)
  for (const name of others) expect(() => Reflect.get(built, name)).toThrow('This build has no Stripe resource')
  expect(() => built.payouts.list()).toThrow('This build has no Stripe resource Payouts.')
  expect(() => built.notificationHandler('whsec_1', async () => {}).handle('', '')).toThrow('no Stripe resource')
  expect(() => built.billingPortal.sessions.create({ customer: 'cus_1' })).toThrow('no Stripe resource BillingPortal')
})
