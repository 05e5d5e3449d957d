import { bool, hash, oneOf, required } from '../../http/params.ts'
import type { Key } from '../../http/api-key.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'

/** Which payment methods a setup intent takes, and whether those that leave the page are among them. */

export const automaticMethods = hash({ enabled: required(bool), allow_redirects: oneOf('always', 'never') })

type Sent = { automatic_payment_methods?: ReturnType<typeof automaticMethods.read> }
type Automatic = { enabled: boolean | null; allow_redirects?: string | null } | null

/** As stored: unless a request says otherwise, an intent takes all methods of the Dashboard. */
export function automaticOf({ automatic_payment_methods: sent }: Sent) {
  if (sent?.enabled === false) return null
  return { enabled: true, allow_redirects: sent?.allow_redirects ?? ('always' as const) }
}

type Confirming = { automatic: Automatic; key: Key; return_url?: string }

/** 400 for a confirmation that may leave the page with no address to return to. Stripe.js returns by itself. */
export function requireReturnUrl({ automatic, key, return_url }: Confirming): void {
  const mayRedirect = automatic?.enabled === true && automatic.allow_redirects !== 'never'
  if (!mayRedirect || return_url !== undefined || key.kind === 'publishable') return
  throw invalidRequest(
    `This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
  )
}
