import type { TaxIdType } from '../../../../worker/contract/billing/company.ts'

/** The name of each tax id, where it is chosen and on receipts. */
export const TAX_ID_NAMES: Record<TaxIdType, string> = {
  eu_vat: 'EU VAT number',
  gb_vat: 'UK VAT number',
  us_ein: 'US EIN',
  ae_trn: 'UAE TRN',
  au_abn: 'Australian ABN',
  br_cnpj: 'Brazilian CNPJ',
  ca_bn: 'Canadian BN',
  ca_gst_hst: 'Canadian GST/HST number',
  ch_vat: 'Swiss VAT number',
  il_vat: 'Israeli VAT number',
  in_gst: 'Indian GSTIN',
  jp_trn: 'Japanese registration number',
  kr_brn: 'Korean BRN',
  mx_rfc: 'Mexican RFC',
  no_vat: 'Norwegian VAT number',
  nz_gst: 'New Zealand GST number',
  sg_gst: 'Singaporean GST number',
  tr_tin: 'Turkish tax number',
  za_vat: 'South African VAT number',
}

/** For a type as Stripe names it, which an operator may have chosen from more than ours. */
export function taxIdName(type: string): string {
  const names: Record<string, string> = TAX_ID_NAMES
  return names[type] ?? 'Tax ID'
}
