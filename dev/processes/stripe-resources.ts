import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'
import { parseSync, Visitor } from 'rolldown/utils'
import { blankOut, type Part } from './blank-out.ts'

/**
 * The resources of Stripe's client that the Worker uses, as stripe/esm/resources names their files. All 150 cost 14 kB
 * more. stripe-resources.test.ts holds them to what the sources call.
 */
export const STRIPE_RESOURCES = [
  'Accounts',
  'Charges',
  'Coupons',
  'Customers',
  'Disputes',
  'Events',
  'InvoicePayments',
  'Invoices',
  'PaymentIntents',
  'PaymentMethods',
  'Prices',
  'PromotionCodes',
  'Refunds',
  'SetupIntents',
  'SubscriptionSchedules',
  'Subscriptions',
]

/** How the client makes a resource: `this.payouts = new PayoutResource(this);`. */
const MADE = /^ *this\.(\w+) = new (\w+)\(this\);\n/gm

/**
 * All of them again; the handler of events of API v2, which our endpoint does not get; and what makes `Decimal`s of
 * amounts with fractions of a cent, of which we read none: they stay texts.
 */
const REPLACED = [
  { file: '/stripe/esm/resources.js', code: 'export {}' },
  {
    file: '/stripe/esm/StripeEventNotificationHandler.js',
    code: `export function StripeEventNotificationHandler() {
      throw new Error('This build has no Stripe resource StripeEventNotificationHandler.')
    }`,
  },
  { file: '/stripe/esm/Decimal.js', code: 'export class Decimal {}' },
  {
    file: '/stripe/esm/V2Coercion.js',
    code: 'const same = (data) => data; export { same as coerceV2RequestData, same as coerceV2ResponseData }',
  },
]

/** In place of the resources that are left out: any use of one throws. */
function absent(names: readonly string[]): string {
  return `for (const name of '${names.join(' ')}'.split(' ')) {
  Object.defineProperty(Stripe.prototype, name[0].toLowerCase() + name.slice(1), {
    get() { throw new Error('This build has no Stripe resource ' + name + '. Add it to STRIPE_RESOURCES.') },
  })
}`
}

/** The client without the lines that import and make the other resources. */
function withoutOthers(client: string): string {
  const made = [...client.matchAll(MADE)].map(([line, property = '', type = '']) => {
    return { line, type, name: property.charAt(0).toUpperCase() + property.slice(1) }
  })
  const missing = STRIPE_RESOURCES.filter((name) => !made.some((each) => each.name === name))
  if (missing.length > 0) throw new Error(`Stripe's client has no resource ${missing.join(', ')}.`)
  const others = made.filter(({ name }) => !STRIPE_RESOURCES.includes(name))
  const kept = others.reduce(
    (code, { line, type }) => code.replace(line, '').replace(new RegExp(`^import { ${type},? } from .+\n`, 'm'), ''),
    client,
  )
  return `${kept}\n${absent(others.map(({ name }) => name))}`
}

/** A resource without its tables of which fields are decimals. */
function withoutDecimals(resource: string): string {
  const tables: Part[] = []
  const visitor = new Visitor({
    Property({ key, value: { start, end } }) {
      if (key.type === 'Identifier' && /^(?:request|response)Schema$/.test(key.name))
        tables.push({ start, end, by: 'null' })
    },
  })
  visitor.visit(parseSync('resource.js', resource).program)
  return blankOut(resource, tables)
}

/** Leaves the other resources, and decimals, out of a bundle. Fails where Stripe's client has no such resource as is listed. */
export function leaveOutStripeResources(): Plugin {
  return {
    name: 'leave-out-stripe-resources',
    load(id) {
      if (id.endsWith('/stripe/esm/stripe.core.js')) return withoutOthers(readFileSync(id, 'utf8'))
      if (id.includes('/stripe/esm/resources/')) return withoutDecimals(readFileSync(id, 'utf8'))
      return REPLACED.find(({ file }) => id.endsWith(file))?.code ?? null
    },
  }
}
