import type { Objects } from '../../store/stripe-objects.ts'

type TaxId = Objects['tax_id']
type Format = { shape: RegExp; country: string | null; verified: boolean }

/** The numbers of the EU's countries. Greece writes EL, Northern Ireland XI. */
const EU =
  /^(DE\d{9}|ATU\d{8}|RO\d{2,10}|(BE|BG|CY|CZ|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|SE|SI|SK|XI)[0-9A-Z+*]{8,12})$/

/** The types that people give here; Stripe has a hundred more. `verified`: Stripe asks the country's register. */
const FORMATS = {
  ae_trn: { shape: /^\d{15}$/, country: 'AE', verified: false },
  au_abn: { shape: /^\d{11}$/, country: 'AU', verified: true },
  br_cnpj: { shape: /^\d{14}$/, country: 'BR', verified: false },
  ca_bn: { shape: /^\d{9}$/, country: 'CA', verified: false },
  ca_gst_hst: { shape: /^\d{9}RT\d{4}$/, country: 'CA', verified: false },
  ch_vat: { shape: /^CHE\d{9}(MWST|TVA|IVA)$/, country: 'CH', verified: false },
  eu_vat: { shape: EU, country: null, verified: true },
  gb_vat: { shape: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/, country: 'GB', verified: true },
  il_vat: { shape: /^\d{9}$/, country: 'IL', verified: false },
  in_gst: { shape: /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/, country: 'IN', verified: false },
  jp_trn: { shape: /^T\d{13}$/, country: 'JP', verified: false },
  kr_brn: { shape: /^\d{10}$/, country: 'KR', verified: false },
  mx_rfc: { shape: /^[A-Z&Ñ]{3,4}\d{6}[0-9A-Z]{3}$/, country: 'MX', verified: false },
  no_vat: { shape: /^\d{9}MVA$/, country: 'NO', verified: false },
  nz_gst: { shape: /^\d{8,9}$/, country: 'NZ', verified: false },
  sg_gst: { shape: /^[0-9A-Z]{9,10}$/, country: 'SG', verified: false },
  tr_tin: { shape: /^\d{10}$/, country: 'TR', verified: false },
  us_ein: { shape: /^\d{2}-?\d{7}$/, country: 'US', verified: false },
  za_vat: { shape: /^4\d{9}$/, country: 'ZA', verified: false },
} satisfies Partial<Record<TaxId['type'], Format>>

type TaxIdType = keyof typeof FORMATS
export const TAX_ID_TYPES = Object.keys(FORMATS) as TaxIdType[]

/** Its country, and whether Stripe verifies it; null if Stripe refuses the value. Spaces and dots do not count. */
export function readTaxId(type: TaxIdType, value: string): Pick<TaxId, 'country' | 'verification'> | null {
  const format: Format = FORMATS[type]
  const compact = value.toUpperCase().replaceAll(/[\s.]/g, '')
  // Punctuation is a part of some values only in writing.
  if (!(format.shape.test(compact) || format.shape.test(compact.replaceAll(/[-/]/g, '')))) return null
  const prefix = compact.slice(0, 2)
  const status = format.verified ? 'pending' : 'unavailable'
  return {
    country: format.country ?? (prefix === 'EL' ? 'GR' : prefix === 'XI' ? 'GB' : prefix),
    verification: { status, verified_address: null, verified_name: null },
  }
}
