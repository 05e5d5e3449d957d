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
import { loadRequestLayer } from '../../../api/api-calls.ts'
import type { Query } from '../../../browser/request/request.ts'

async function get<Body>(path: string, data?: Query): Promise<Body> {
  return (await loadRequestLayer()).get<Body>(path, data)
}

/** `user`: the page's user; the server refuses the call for anyone else. */
async function post<Body>(user: string, path: string, payload?: unknown): Promise<Body> {
  return (await loadRequestLayer()).post<Body>(path, payload, { [EXPECTED_USER]: user })
}

/** The calls of /settings/billing. All reject with RequestError. */
export const billingCalls = {
  billing: () => get<Billing>('/api/billing'),
  moreInvoices: (starting_after: string) => get<Invoices>('/api/billing/invoices', { starting_after }),
  switchPreview: (interval: BillingInterval) => get<SwitchPreview>('/api/billing/switch_preview', { interval }),
  downgradePreview: () => get<DowngradePreview>('/api/billing/downgrade_preview'),
  cancel: (user: string, input: Cancel) => post<Billing>(user, '/api/billing/cancel', input),
  resume: (user: string) => post<Billing>(user, '/api/billing/resume'),
  changeCard: (user: string, input: ChangeCard) => post<CardAnswer>(user, '/api/billing/card', input),
  confirmPayment: (user: string) => post<ConfirmAnswer>(user, '/api/billing/confirm_payment'),
  switchInterval: (user: string, input: Switch) => post<Billing>(user, '/api/billing/switch', input),
  downgrade: (user: string, input: Downgrade) => post<Billing>(user, '/api/billing/downgrade', input),
  keepPlan: (user: string) => post<Billing>(user, '/api/billing/keep_plan'),
}
