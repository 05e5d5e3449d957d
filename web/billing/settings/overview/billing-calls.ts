import type {
  Billing,
  Cancel,
  CardAnswer,
  ChangeCard,
  Invoices,
} from '../../../../worker/contract/billing/billing-overview.ts'
import type {
  BookablePrice,
  BookChange,
  ChangePreview,
  KeepPlan,
} from '../../../../worker/contract/billing/booked-change.ts'
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
  changePreview: (wanted: Pick<BookablePrice, 'plan' | 'interval'>) =>
    get<ChangePreview>('/api/billing/change_preview', wanted),
  cancel: (user: string, input: Cancel) => post<Billing>(user, '/api/billing/cancel', input),
  resume: (user: string) => post<Billing>(user, '/api/billing/resume'),
  changeCard: (user: string, input: ChangeCard) => post<CardAnswer>(user, '/api/billing/card', input),
  change: (user: string, input: BookChange) => post<Billing>(user, '/api/billing/change', input),
  keepPlan: (user: string, input: KeepPlan) => post<Billing>(user, '/api/billing/keep_plan', input),
}
