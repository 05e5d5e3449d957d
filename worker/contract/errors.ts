import { TEXT_LIMIT_REACHED, TEXT_NOT_SENT } from './messages/app-link.ts'
import { INVALID_PROMO, PAYMENT_PROBLEM, PRICE_PROBLEM } from './payment-words.ts'

/**
 * Everything a call can refuse, with its HTTP status and the sentence a person reads (§8 where the spec has one).
 * Refusals are thrown as `AppError`; expected outcomes are values of the call instead.
 */
export const ERRORS = {
  malformed: [400, 'This request could not be read.'],
  bad_signature: [400, 'This event is not signed by Stripe.'],
  bad_return: [400, 'This link is not valid.'],
  not_signed_in: [401, 'Please sign in first.'],
  bad_credentials: [401, 'Email or password is not right.'],
  csrf: [403, 'This form has expired. Please try again.'],
  tier_required: [403, 'Your plan does not include this yet.'],
  quota_reached: [403, "You've used all your Applets"],
  not_found: [404, 'We could not find that.'],
  method_not_allowed: [405, 'This method is not allowed here.'],
  conflict: [409, 'This has changed in the meantime. Please reload the page.'],
  already_connected: [409, 'This connection already exists.'],
  email_taken: [409, 'An account with this email exists already. Sign in instead?'],
  login_taken: [409, 'This user name is taken.'],
  too_large: [413, 'This is too large.'],
  not_json: [415, 'Please send JSON.'],
  invalid_input: [422, 'Please check what you entered.'],
  invalid_link: [422, 'This link is no longer valid. Please ask for a new one.'],
  needs_configuration: [422, "You'll need to configure this feature first."],
  services_not_connected: [422, 'Connect its services first.'],
  invalid_key: [422, 'The service did not accept this key.'],
  text_refused: [422, TEXT_NOT_SENT],
  text_limit_reached: [429, TEXT_LIMIT_REACHED],
  rate_limited: [429, 'Too many tries. Please wait a little and try again.'],
  service_unreachable: [502, 'The service did not answer. Please try again.'],
  text_not_sent: [502, TEXT_NOT_SENT],
  card_declined: [402, 'Your card was declined. Try a different card.'],
  price_refused: [422, PRICE_PROBLEM],
  promo_refused: [422, INVALID_PROMO],
  trial_refused: [422, 'This card has already had its free trial. You can upgrade without one.'],
  already_subscribed: [409, 'You already have a plan.'],
  account_changed: [409, 'You have signed in as somebody else in the meantime. Please reload the page.'],
  attempt_in_flight: [409, 'Your payment is being handled. Please wait a moment.'],
  attempt_changed: [422, 'This payment was sent before with other details. Please reload the page.'],
  store_billed: [403, 'Your subscription is billed by an app store. Please change it there.'],
  payment_failed: [502, PAYMENT_PROBLEM],
  billing_unavailable: [503, 'Plans can not be bought right now. Please try again later.'],
  connection_broken: [409, 'This connection no longer works. Please reconnect it.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

/** One problem with one part of the input: `attribute` is the field's path, `data` what the field's view may need. */
export type FieldError = { attribute: string; message: string; data?: unknown }

/** The body of every refusal. `redirect_to` is a same-origin path that solves it (§4.8). */
export type ErrorEnvelope = {
  error: { code: ErrorCode; message: string; attribute?: string; redirect_to?: string }
  errors: FieldError[]
}
