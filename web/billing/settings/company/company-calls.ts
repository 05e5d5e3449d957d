import type { Company, CompanyAnswer } from '../../../../worker/contract/billing/company.ts'
import { EXPECTED_USER } from '../../../../worker/contract/billing/checkout.ts'
import { request } from '../../../browser/api/typed-request.ts'

const PATH = '/api/billing/company'
const COMPANY = { company: 'object?' } as const

/** `user`: the page's user; the server refuses the call for anyone else. All reject with RequestError. */
export const companyCalls = {
  read: () => request.get<CompanyAnswer>(PATH, COMPANY),
  save: (user: string, company: Company) =>
    request.post<CompanyAnswer>(PATH, COMPANY, company, { [EXPECTED_USER]: user }),
  remove: (user: string) =>
    request.post<CompanyAnswer>(`${PATH}/remove`, COMPANY, undefined, { [EXPECTED_USER]: user }),
}
