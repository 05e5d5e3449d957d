const BRANDS = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
])

/** "Visa ending in 4242" */
export function cardInWords({ brand, last4 }: { brand: string; last4: string }): string {
  return `${BRANDS.get(brand) ?? 'Card'} ending in ${last4}`
}
