import * as z from 'zod/mini'
import { TAX_ID_TYPES } from './company.ts'

const text = (longest: number) => z.string().check(z.trim(), z.maxLength(longest, `Use at most ${longest} characters.`))
const needed = (longest: number, sentence: string) => text(longest).check(z.minLength(1, sentence))
const country = z.string().check(z.refine(isCountry, { message: 'Choose a country.' }))

/** The runtime's own list, because one of ours would be long. */
function isCountry(code: string): boolean {
  return (
    /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
  )
}

/** POST /api/billing/company */
export const companyInput = z
  .strictObject({
    name: needed(150, 'Enter the name of your company.'),
    line1: needed(200, 'Enter street and number.'),
    line2: text(200),
    city: needed(100, 'Enter a city.'),
    state: text(100),
    postal_code: text(20),
    country,
    tax_id_type: z.enum(['', ...TAX_ID_TYPES], 'Choose a type.'),
    tax_id: text(50).check(z.regex(/^[\x20-\x7e]*$/, 'Use letters and digits.')),
  })
  .check(
    z.refine(({ tax_id_type, tax_id }) => tax_id_type !== '' || tax_id === '', {
      path: ['tax_id_type'],
      message: 'Choose what kind of number this is.',
    }),
    z.refine(({ tax_id_type, tax_id }) => tax_id_type === '' || tax_id !== '', {
      path: ['tax_id'],
      message: 'Enter the number, or choose no type.',
    }),
  )
