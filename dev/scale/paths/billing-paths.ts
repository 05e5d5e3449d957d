import { ABANDONED_CHECKOUT, UPGRADE_TO_PRO_PLUS } from '../../../worker/contract/graphql/graphql-documents.ts'
import { document } from './applet-paths.ts'
import { budget, call, pick, type Answer, type Notes, type Path } from './path.ts'
import { noteCard, noteEvent, signedAsStripe } from './at-stripe.ts'

const ORDER = {
  plan_id: 'intermediate_pro',
  product_id: 'prod_intermediate_pro',
  price: { price_type: 'monthly', price_in_cents: 349, currency: 'usd' },
  location: { country: 'US', postal_code: '94103' },
}
const COMPANY = {
  name: 'Filled GmbH',
  line1: 'Weg 1',
  line2: '',
  city: 'Berlin',
  state: '',
  postal_code: '10115',
  country: 'DE',
  tax_id_type: '',
  tax_id: '',
}

/** Plans, checkout, and what a subscriber does with theirs. Stripe is the stand-in. */
export const billingPaths: Path[] = [
  call('GET /api/checkout', 'usr_free', budget(1, 2, 11)),
  call('POST /subscriptions/validate_promo_code', 'usr_free', budget(6, 8, 19, 11), {
    body: { code: 'WELCOME20', currency: 'usd', month_price_in_cents: 349, year_price_in_cents: 3499 },
  }),
  call('POST /graphql', 'usr_free', budget(2, 2, 6, 2), {
    of: 'abandoned checkout',
    ...document(ABANDONED_CHECKOUT, { plan_id: 'intermediate_pro' }),
  }),
  call('POST /api/customers', 'usr_free', budget(4, 4, 8)),
  call('POST /api/checkout/tax', 'usr_free', budget(4, 5, 15, 4), {
    body: ORDER,
  }),
  call('POST /api/subscriptions', 'usr_free', budget(26, 71, 190, 51), {
    before: noteCard,
    body: (notes) => ({ ...ORDER, payment_method: notes.get('card') }),
    after: (answer, notes) => notes.set('subscription', pick(/"subscription_id":"(sub_\w+)"/, answer)),
  }),
  call('GET /api/subscriptions/:id', 'usr_free', budget(9, 28, 110, 6), {
    to: (notes) => `/api/subscriptions/${notes.get('subscription')}`,
  }),
  call('POST /webhooks/stripe', 'visitor', budget(17, 36, 130, 32), {
    before: noteEvent('invoice.paid'),
    machine: (notes) => signedAsStripe(notes.get('event'), notes.get('secret')),
  }),
  call('GET /api/billing', 'usr_pro', budget(2, 3, 19), {
    after: (answer, notes) => notes.set('last day', pick(/"last_day":(\d+)/, answer)),
  }),
  call('GET /api/billing/invoices', 'usr_pro', budget(1, 2, 11), {
    after: (answer, notes) => notes.set('invoice', pick(/"id":"(in_\w+)"/, answer)),
  }),
  call('GET /api/billing/invoices/:id', 'usr_pro', budget(1, 2, 11), {
    to: (notes) => `/api/billing/invoices/${notes.get('invoice')}`,
  }),
  call('GET /api/billing/company', 'usr_pro', budget(1, 2, 11)),
  call('POST /api/billing/company', 'usr_pro', budget(3, 3, 8, 4), { body: COMPANY }),
  call('POST /api/billing/company/remove', 'usr_pro', budget(3, 3, 10, 3)),
  call('POST /api/billing/cancel', 'usr_pro', budget(8, 27, 160, 19), {
    body: (notes) => ({ last_day: Number(notes.get('last day')) }),
  }),
  call('POST /api/billing/resume', 'usr_pro', budget(10, 28, 160, 13)),
  call('POST /api/billing/card', 'usr_pro', budget(9, 28, 150, 10), {
    before: noteCard,
    body: (notes) => ({ payment_method: notes.get('card') }),
  }),
  call('POST /api/billing/confirm_payment', 'usr_pro', budget(9, 28, 150, 10)),
  call('GET /billing/pro_upgrade_details', 'usr_pro', budget(2, 3, 19), {
    after: keepAs('upgrade'),
  }),
  call('POST /graphql', 'usr_pro', budget(13, 35, 190, 24), {
    of: 'upgrade to Pro+',
    body: (notes) => ({
      query: UPGRADE_TO_PRO_PLUS.query,
      variables: { product_id: 'prod_pro', ...numbersOf(notes, 'upgrade', ['proration_date', 'amount_today']) },
    }),
  }),
  call('GET /api/billing/change_preview', 'usr_proplus', budget(3, 7, 42), {
    to: '/api/billing/change_preview?plan=intermediate_pro&interval=year',
    after: keepAs('change'),
  }),
  call('POST /api/billing/change', 'usr_proplus', budget(12, 32, 150, 17), {
    body: (notes) => ({
      plan: 'intermediate_pro',
      interval: 'year',
      ...numbersOf(notes, 'change', ['at', 'price', 'first_charge']),
    }),
  }),
  call('POST /api/billing/keep_plan', 'usr_proplus', budget(9, 29, 140, 14), {
    body: () => ({ plan: 'pro', interval: 'year' }),
  }),
]

/** Keeps a preview's answer, whose numbers the change has to repeat. */
function keepAs(name: string) {
  return ({ text }: Answer, notes: Notes) => notes.set(name, text)
}

function numbersOf(notes: Notes, name: string, keys: readonly string[]): Record<string, number> {
  const text = notes.get(name)
  return Object.fromEntries(
    keys.map((key) => [key, Number(pick(new RegExp(`"${key}":(-?\\d+)`), { text, session: null }))]),
  )
}
