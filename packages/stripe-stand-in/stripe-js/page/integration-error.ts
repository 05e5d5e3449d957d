/** Thrown for a bug in the page's code; never shown to a customer. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}

export function destroyed(): IntegrationError {
  return new IntegrationError('This Element has already been destroyed. Please create a new one.')
}
