/** The payment sentences of §4.4, §5 and §8. */
export const PAYMENT_PROBLEM = 'There was a problem submitting your payment'
export const PRICE_PROBLEM = 'Choose a price between $1.99 USD and $100 USD'
export const INVALID_PROMO = 'Invalid promo code'
/** For a code that only the price of this interval satisfies. */
export const PROMO_ONLY_FOR: Record<'month' | 'year', string> = {
  month: 'This code is for monthly plans.',
  year: 'This code is for yearly plans.',
}
