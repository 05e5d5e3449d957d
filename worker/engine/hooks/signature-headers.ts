/** How long a signature may be, and how many headers with one are looked at. */
export const SIGNATURE_MAX = 1000
export const SIGNATURES_MOST = 30

/** Where Stripe and senders of Standard Webhooks sign. */
const NAMED = ['stripe-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

/** Headers of their own, in which senders sign or repeat a secret. Read from the request, never stored. */
export function isSignature(name: string): boolean {
  return NAMED.includes(name) || (name.startsWith('x-') && !/^x-(?:forwarded-|real-ip)/.test(name))
}
