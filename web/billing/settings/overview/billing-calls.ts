import type {
  Billing,
  Cancel,
  CardAnswer,
  ChangeCard,
  ConfirmAnswer,
  Invoices,
} from '../../../../worker/contract/billing/billing-overview.ts'
import type {
  BookablePrice,
  BookChange,
  ChangePreview,
  KeepPlan,
} from '../../../../worker/contract/billing/booked-change.ts'
import { EXPECTED_USER } from '../../../../worker/contract/billing/checkout.ts'
import { request } from '../../../browser/api/typed-request.ts'
import type { Shape } from '../../../browser/request/answer-shape.ts'

const INVOICES = { invoices: 'list', has_more: 'flag' } as const satisfies Shape<Invoices>
const BILLING = {
  ...INVOICES,
  user_id: 'text',
  tier: 'text',
  upgrades: 'list',
  isTrialing: 'flag',
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
const CHANGE_PREVIEW = {
  plan: 'text',
  interval: 'text',
  currency: 'text',
  at: 'number',
  price: 'number',
  first_charge: 'number',
  promotions: 'list',
  pauses: 'list',
} as const satisfies Shape<ChangePreview>

/** `user`: the page's user; the server refuses the call for anyone else. */
function change(user: string, path: string, payload?: unknown): Promise<Billing> {
  return request.post<Billing>(path, BILLING, payload, { [EXPECTED_USER]: user })
}

/** The calls of /settings/billing. All reject with RequestError. */
export const billingCalls = {
  billing: () => request.get<Billing>('/api/billing', BILLING),
  moreInvoices: (starting_after: string) =>
    request.get<Invoices>('/api/billing/invoices', INVOICES, { starting_after }),
  changePreview: (wanted: Pick<BookablePrice, 'plan' | 'interval'>) =>
    request.get<ChangePreview>('/api/billing/change_preview', CHANGE_PREVIEW, wanted),
  cancel: (user: string, input: Cancel) => change(user, '/api/billing/cancel', input),
  resume: (user: string) => change(user, '/api/billing/resume'),
  changeCard: (user: string, input: ChangeCard) =>
    request.post<CardAnswer>('/api/billing/card', { kind: 'text' }, input, { [EXPECTED_USER]: user }),
  confirmPayment: (user: string) =>
    request.post<ConfirmAnswer>('/api/billing/confirm_payment', { kind: 'text' }, undefined, { [EXPECTED_USER]: user }),
  change: (user: string, input: BookChange) => change(user, '/api/billing/change', input),
  keepPlan: (user: string, input: KeepPlan) => change(user, '/api/billing/keep_plan', input),
}
