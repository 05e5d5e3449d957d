import type { Company, CompanyAnswer } from '../../../../worker/contract/billing/company.ts'
import { EXPECTED_USER } from '../../../../worker/contract/billing/checkout.ts'
import { loadRequestLayer } from '../../../api/api-calls.ts'

const PATH = '/api/billing/company'

/** `user`: the page's user; the server refuses the call for anyone else. All reject with RequestError. */
export const companyCalls = {
  read: async () => (await loadRequestLayer()).get<CompanyAnswer>(PATH),
  save: async (user: string, company: Company) =>
    (await loadRequestLayer()).post<CompanyAnswer>(PATH, company, { [EXPECTED_USER]: user }),
  remove: async (user: string) =>
    (await loadRequestLayer()).post<CompanyAnswer>(`${PATH}/remove`, undefined, { [EXPECTED_USER]: user }),
}
