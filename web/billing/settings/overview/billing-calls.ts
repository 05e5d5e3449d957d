import type {
  Billing,
  BillingInterval,
  Cancel,
  CardAnswer,
  ChangeCard,
  ConfirmAnswer,
  Invoices,
  Switch,
  SwitchPreview,
} from '../../../../worker/contract/billing/billing-overview.ts'
import type { Downgrade, DowngradePreview } from '../../../../worker/contract/billing/downgrade.ts'
import { EXPECTED_USER } from '../../../../worker/contract/billing/checkout.ts'
import { request } from '../../../api/typed-request.ts'
import type { Shape } from '../../../browser/request/answer-shape.ts'

const INVOICES = { invoices: 'list', has_more: 'flag' } as const satisfies Shape<Invoices>
const BILLING = {
  ...INVOICES,
  user_id: 'text',
  tier: 'text',
  is_trialing: 'flag',
  eligible_for_trial: 'flag',
  payment_type: 'text?',
  plan: 'object?',
  next_charge: 'object?',
  card: 'object?',
  credit: 'object?',
  awaits_bank: 'flag',
  ended_by_dispute: 'number?',
  unavailable: 'list',
  publishable_key: 'text',
  stripe_js_url: 'text?',
} as const satisfies Shape<Billing>
const SWITCH_PREVIEW = {
  interval: 'text',
  proration_date: 'number',
  currency: 'text',
  price: 'number',
  credit: 'number',
  amount_today: 'number',
  balance: 'number',
  next_charge_at: 'number',
  card: 'object?',
} as const satisfies Shape<SwitchPreview>
const DOWNGRADE_PREVIEW = {
  plan: 'text',
  interval: 'text',
  currency: 'text',
  at: 'number',
  price: 'number',
  first_charge: 'number',
  promotions: 'list',
  pauses: 'list',
} as const satisfies Shape<DowngradePreview>

/** `user`: the page's user; the server refuses the call for anyone else. */
function change(user: string, path: string, payload?: unknown): Promise<Billing> {
  return request.post<Billing>(path, BILLING, payload, { [EXPECTED_USER]: user })
}

/** The calls of /settings/billing. All reject with RequestError. */
export const billingCalls = {
  billing: () => request.get<Billing>('/api/billing', BILLING),
  moreInvoices: (starting_after: string) =>
    request.get<Invoices>('/api/billing/invoices', INVOICES, { starting_after }),
  switchPreview: (interval: BillingInterval) =>
    request.get<SwitchPreview>('/api/billing/switch_preview', SWITCH_PREVIEW, { interval }),
  downgradePreview: () => request.get<DowngradePreview>('/api/billing/downgrade_preview', DOWNGRADE_PREVIEW),
  cancel: (user: string, input: Cancel) => change(user, '/api/billing/cancel', input),
  resume: (user: string) => change(user, '/api/billing/resume'),
  changeCard: (user: string, input: ChangeCard) =>
    request.post<CardAnswer>('/api/billing/card', { kind: 'text' }, input, { [EXPECTED_USER]: user }),
  confirmPayment: (user: string) =>
    request.post<ConfirmAnswer>('/api/billing/confirm_payment', { kind: 'text' }, undefined, { [EXPECTED_USER]: user }),
  switchInterval: (user: string, input: Switch) => change(user, '/api/billing/switch', input),
  downgrade: (user: string, input: Downgrade) => change(user, '/api/billing/downgrade', input),
  keepPlan: (user: string) => change(user, '/api/billing/keep_plan'),
}
