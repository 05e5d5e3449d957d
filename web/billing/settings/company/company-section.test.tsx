import { expect, test } from 'vitest'
import type { Company, CompanyAnswer } from '../../../../worker/contract/billing/company.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { CompanySection } from './company-section.tsx'

const COMPANY: Company = {
  name: 'Engines Inc.',
  line1: '1 Main Street',
  line2: 'Floor 2',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94107',
  country: 'US',
  tax_id_type: 'us_ein',
  tax_id: '12-3456789',
}

const words = (given: CompanyAnswer | null) =>
  htmlOf(<CompanySection given={given} user="usr_1" />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('without company details the section says what they are for', () => {
  expect(words({ company: null })).toContain('Receipts can name your company and its tax number. Add company details')
})

test('shows what receipts will say, as written in its country', () => {
  expect(words({ company: COMPANY })).toContain(
    'Engines Inc. 1 Main Street Floor 2 San Francisco, CA 94107 United States US EIN 12-3456789',
  )
})

test('offers to load company details again', () => {
  const shown = words(null)
  expect(shown).toContain('Try again')
  expect(shown).not.toContain('Add company details')
})
