import type Stripe from 'stripe'
import { route, type Api } from '../../http/api-route.ts'
import { hasAsked, paginate, paging } from '../../http/paginate.ts'
import { bool, required, text, type Known } from '../../http/params.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'

const createParams = {
  domain_name: required(text),
  enabled: bool,
} satisfies Known<Stripe.PaymentMethodDomainCreateParams>
const updateParams = { enabled: bool } satisfies Known<Stripe.PaymentMethodDomainUpdateParams>
const listParams = { ...paging, domain_name: text, enabled: bool } satisfies Known<Stripe.PaymentMethodDomainListParams>

const ACTIVE = { status: 'active' } as const

/** The domains on which wallets may pay; a domain is registered once. */
export function paymentMethodDomainRoutes(api: Api): void {
  route(api, 'post', '/v1/payment_method_domains', { params: createParams }, (input, { store }) => {
    const { domain_name, enabled = true } = input
    if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(domain_name))
      throw invalidRequest(`The domain \`${domain_name}\` is not valid.`, { param: 'domain_name' })
    const [known] = store.all('payment_method_domain', (each) => each.domain_name === domain_name)
    if (known) return known
    return store.put('payment_method_domain', {
      id: store.id('pmd'),
      object: 'payment_method_domain',
      amazon_pay: ACTIVE,
      apple_pay: ACTIVE,
      created: store.now(),
      domain_name,
      enabled,
      google_pay: ACTIVE,
      klarna: ACTIVE,
      link: ACTIVE,
      livemode: false,
      paypal: ACTIVE,
    })
  })
  route(api, 'get', '/v1/payment_method_domains', { params: listParams }, (input, { store, url }) =>
    paginate(store.all('payment_method_domain', hasAsked(input, 'domain_name', 'enabled')), input, url),
  )
  route(api, 'post', '/v1/payment_method_domains/:id', { params: updateParams }, (input, { store, path }) => {
    const before = store.require('payment_method_domain', path('id'))
    return store.put('payment_method_domain', { ...before, enabled: input.enabled ?? before.enabled })
  })
}
