import { formatPrice } from './price-format.ts'

const VAT =
  'AE AT BE BG BH CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IL IS IT LI LT LU LV MC MT NL NO PL PT RO SA SE SI SK TR ZA'
const GST = 'AU CA IN NZ SG'

/** Names the tax on purchases as people of this country do. */
function taxName(country: string | null): 'VAT' | 'GST' | 'tax' {
  if (!country) return 'tax'
  if (VAT.split(' ').includes(country)) return 'VAT'
  return GST.split(' ').includes(country) ? 'GST' : 'tax'
}

/** "includes $0.56 VAT", for a tax in cents that a sum contains. */
export function includedTax(tax: number, currency: string, country: string | null): string {
  return `includes ${formatPrice(tax, currency)} ${taxName(country)}`
}
