import type { Stripe } from 'stripe'
import type { Changes } from './products/changes.ts'

/** Registers the site's domain, without which wallets do not appear. */
export async function setUpPaymentDomain(stripe: Stripe, changes: Changes, siteOrigin: string): Promise<void> {
  const domain_name = new URL(siteOrigin).hostname
  const [known] = (await stripe.paymentMethodDomains.list({ domain_name, limit: 1 })).data
  const text = `payment method domain ${domain_name}`
  if (!known) {
    await changes.make(`${text}: registered`, () => stripe.paymentMethodDomains.create({ domain_name }), null)
  } else if (!known.enabled) {
    const enable = () => stripe.paymentMethodDomains.update(known.id, { enabled: true })
    await changes.make(`${text}: enabled`, enable, null)
  }
}
