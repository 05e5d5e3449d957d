import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'

/**
 * The resources of Stripe's client that the Worker uses, as stripe/esm/resources names their files. All 150 cost 12 kB
 * more. stripe-resources.test.ts holds them to what the sources call.
 */
export const STRIPE_RESOURCES = [
  'Accounts',
  'Charges',
  'Customers',
  'Disputes',
  'Events',
  'InvoicePayments',
  'Invoices',
  'PaymentIntents',
  'PaymentMethods',
  'PromotionCodes',
  'Refunds',
  'SetupIntents',
  'SubscriptionSchedules',
  'Subscriptions',
]

/** The resources, and the handler of events of API v2, which our endpoint does not get. */
const RESOURCE = /\/stripe\/esm\/(?:resources\/)?((?<=resources\/).+|StripeEventNotificationHandler)\.js$/
const ABSENT = '\0absent-stripe-resource'

/** In place of a resource that is left out: the client makes each of them, and any use of this one throws. */
const ABSENT_MODULE = `export const absent = (name) => class {
  constructor() {
    return new Proxy(this, {
      get() { throw new Error('This build has no Stripe resource ' + name + '. Add it to STRIPE_RESOURCES.') },
    })
  }
}`

/** All of them again, of which the client takes one. */
const ALL_RESOURCES = `export { OAuthResource } from './resources/OAuth.js'`

/** Leaves the other resources out of a bundle. Fails where Stripe's client has no such resource as is listed. */
export function leaveOutStripeResources(): Plugin {
  const found = new Set<string>()
  return {
    name: 'leave-out-stripe-resources',
    resolveId: (source) => (source === ABSENT ? ABSENT : null),
    load(id) {
      if (id === ABSENT) return ABSENT_MODULE
      if (id.endsWith('/stripe/esm/resources.js')) return ALL_RESOURCES
      const [, name] = RESOURCE.exec(id) ?? []
      if (name === undefined) return null
      if (STRIPE_RESOURCES.includes(name)) {
        found.add(name)
        return null
      }
      const exported = [...readFileSync(id, 'utf8').matchAll(/^export class (\w+)/gm)].map(([, made]) => made)
      const classes = exported.map((made) => `export const ${made} = absent(${JSON.stringify(name)})`)
      return [`import { absent } from ${JSON.stringify(ABSENT)}`, ...classes].join('\n')
    },
    buildEnd(error) {
      const missing = STRIPE_RESOURCES.filter((name) => !found.has(name))
      if (!error && missing.length > 0) throw new Error(`Stripe's client has no resource ${missing.join(', ')}.`)
    },
  }
}
