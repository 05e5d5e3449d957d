import type { Company } from '../../contract/billing/company.ts'
import type { TestCtx } from '../../testing/test-ctx.ts'
import { removeCompany, saveCompany } from '../company/save-company.ts'

/** Where all buyers of the histories are. */
export const PLACE = { country: 'DE', postal_code: '10115' }

export const PARIS: Company = {
  name: 'Engines SA',
  line1: 'Rue 1',
  line2: '',
  city: 'Paris',
  state: '',
  postal_code: '75001',
  country: 'FR',
  tax_id_type: 'eu_vat',
  tax_id: 'FR12345678901',
}
const COMPANIES = { paris: PARIS, berlin: { ...PARIS, ...PLACE, city: 'Berlin', tax_id: 'DE123456789' }, none: null }
export type CompanyName = keyof typeof COMPANIES

export async function changeCompany(me: TestCtx, name: CompanyName): Promise<void> {
  const company = COMPANIES[name]
  await (company ? saveCompany(me, company) : removeCompany(me))
}
