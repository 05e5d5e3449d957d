/** A price as text, from minor units as Intl knows them: 349 usd → $3.49, 500 jpy → ¥500, 0 usd → $0. */
export function formatPrice(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** What a year paid at once saves: in minor units, and in per cent of the monthly price, rounded (§9). */
export function yearlySaving(monthly: number, yearly: number): { amount: number; percent: number } {
  return {
    amount: monthly * 12 - yearly,
    percent: Math.round(((monthly - yearly / 12) / monthly) * 100),
  }
}
