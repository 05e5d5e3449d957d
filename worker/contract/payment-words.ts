/** The payment sentences of §4.4, §5 and §8. */
export const PAYMENT_PROBLEM = 'There was a problem submitting your payment'
export const PRICE_PROBLEM = 'Choose a price between $1.99 USD and $100 USD'
export const INVALID_PROMO = 'Invalid promo code'
