/** Of Stripe's types of tax ids, those that the form offers. */
export const TAX_ID_TYPES = [
  'eu_vat',
  'gb_vat',
  'us_ein',
  'ae_trn',
  'au_abn',
  'br_cnpj',
  'ca_bn',
  'ca_gst_hst',
  'ch_vat',
  'il_vat',
  'in_gst',
  'jp_trn',
  'kr_brn',
  'mx_rfc',
  'no_vat',
  'nz_gst',
  'sg_gst',
  'tr_tin',
  'za_vat',
] as const
export type TaxIdType = (typeof TAX_ID_TYPES)[number]

/** An address as Stripe has it; null for what is missing. `country`: two letters. */
export type PostalAddress = {
  line1: string | null
  line2: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country: string | null
}

/** A customer's company on receipts; an empty text for what is missing. */
export type Company = {
  name: string
  line1: string
  line2: string
  city: string
  state: string
  postal_code: string
  country: string
  tax_id_type: TaxIdType | ''
  tax_id: string
}

/** GET, POST /api/billing/company: null if there are no company details. */
export type CompanyAnswer = { company: Company | null }
