/** What Stripe.js throws when it is the page that is wrong: never something to show to a customer. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}

export function destroyed(): IntegrationError {
  return new IntegrationError('This Element has already been destroyed. Please create a new one.')
}
