/** Computes the saving of the yearly price: in cents, and in percent of the monthly price, rounded (§9). */
export function yearlySaving(monthly: number, yearly: number): { amount: number; percent: number } {
  return {
    amount: monthly * 12 - yearly,
    percent: Math.round(((monthly - yearly / 12) / monthly) * 100),
  }
}
