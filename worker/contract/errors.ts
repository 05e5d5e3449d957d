import { TEXT_LIMIT_REACHED, TEXT_NOT_SENT } from './messages/app-link.ts'
import { INVALID_PROMO, PAYMENT_PROBLEM, PRICE_PROBLEM } from './payment-words.ts'

/** Sentences that pages use too: separate, so that a page does not carry the whole table. */
export const ACCOUNT_CHANGED = "You're now signed in to a different account. Please reload the page."
export const QUOTA_REACHED = "You've used all your Applets"

export const BILLING_UNAVAILABLE = "You can't buy a plan right now. Please try again later."

/**
 * Every refusal a call can answer, with its HTTP status and its default sentence (verbatim where §8 has one).
 * Refusals are thrown as `AppError`; expected outcomes are values of the call instead.
 */
export const ERRORS = {
  malformed: [400, 'This request could not be read.'],
  bad_signature: [400, 'This event is not signed by Stripe.'],
  bad_return: [400, 'This link is not valid.'],
  not_signed_in: [401, 'Please sign in first.'],
  bad_credentials: [401, 'Wrong email or password.'],
  second_step_expired: [401, 'This sign-in has taken too long. Please sign in again.'],
  proof_required: [403, 'Please confirm that it is you, then try again.'],
  owner_needed: [403, 'Enter the password of this account, or sign in to it.'],
  csrf: [403, 'This form has expired. Please try again.'],
  account_deleting: [403, 'This account is being deleted. You can undo that, or download your data.'],
  tier_required: [403, 'Your plan does not include this yet.'],
  quota_reached: [403, QUOTA_REACHED],
  not_found: [404, 'We could not find that.'],
  method_not_allowed: [405, 'This method is not allowed here.'],
  conflict: [409, 'This has changed in the meantime. Please try again.'],
  already_connected: [409, 'This connection already exists.'],
  email_taken: [409, 'An account with this email already exists. Sign in instead?'],
  login_taken: [409, 'This user name is taken.'],
  too_large: [413, 'This is too large.'],
  not_json: [415, 'Please send JSON.'],
  not_a_form: [415, 'Please send this form from its page.'],
  invalid_input: [422, 'Please check what you entered.'],
  passkey_refused: [422, 'This passkey did not work. Please try again.'],
  invalid_link: [422, 'This link is no longer valid. Please ask for a new one.'],
  needs_configuration: [422, "You'll need to configure this feature first."],
  services_not_connected: [422, 'Connect its services first.'],
  invalid_key: [422, 'The service did not accept this key.'],
  email_not_verified: [403, 'Please verify your email address first.'],
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
  account_changed: [409, ACCOUNT_CHANGED],
  attempt_in_flight: [409, 'Your payment is being processed. Please wait a moment.'],
  attempt_changed: [422, 'This payment was already sent with different details. Please reload the page.'],
  store_billed: [403, 'Your subscription is billed by an app store. Please change it there.'],
  payment_failed: [502, PAYMENT_PROBLEM],
  billing_unavailable: [503, BILLING_UNAVAILABLE],
  company_not_saved: [502, 'Your company details were not saved. Please try again.'],
  bad_service_key: [401, 'This is not the key of a service.'],
  event_unsigned: [401, 'This event is not signed as its Applet requires.'],
  event_refused: [422, 'This event cannot be taken.'],
  backlog_full: [429, 'Too many events are waiting. Please send this one later.'],
  event_not_stored: [503, 'We cannot take this event right now. Please send it again.'],
  runner_away: [503, 'This cannot be changed right now. Nothing has changed. Please try again.'],
  search_unavailable: [503, 'Search does not work right now. Please try again.'],
  runs_unavailable: [503, "Runs can't be read right now. Please try again."],
  deletion_begun: [409, 'The seven days are over, and this account cannot come back.'],
  connection_broken: [409, 'This connection no longer works. Please reconnect it.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

/** The sentences that say more than their code's own: an `AppError` or a `FieldError` takes its words from here. */
export const SENTENCES = {
  account_name_wrong: 'This is not your email address or user name.',
  amount_changed: 'The amount has changed. Please check it again.',
  applet_archived: (word: string) => `The author archived this ${word}, so it cannot be turned on again.`,
  applet_archived_by_you: (word: string) => `You archived this ${word}. Restore it first.`,
  applet_gone: 'We could not find this Applet. Its author may have archived it.',
  applet_has_secret: 'This Applet holds a secret of yours. Remove it before you publish the Applet.',
  applet_incomplete: 'Add a trigger and an action before you publish this Applet.',
  applet_not_archived: (word: string) => `This ${word} is not archived.`,
  applet_not_yours: (word: string) => `You do not have this ${word}. Connect it first.`,
  applet_off: (word: string) => `This ${word} is turned off. Reconnect it first.`,
  bank_must_confirm:
    'Your bank wants you to confirm this payment, which is not possible here. Please use another card.',
  broken_ingredient: (text: string) => `${text} is not an ingredient. Write it like {{Title}}.`,
  cannot_press: 'This Applet has no button that works right now. Its page says why.',
  cannot_test: 'This Applet cannot be tested.',
  company_place_unknown: 'Stripe does not know where your company is. Correct your company details under Billing.',
  email_is_yours: 'This is your email address already.',
  email_of_another: 'Another account has this email address.',
  event_id_used: 'An event with this id came before, with another body.',
  event_loops: 'This event came through too many of our own addresses.',
  feature_always_on: (feature: string) => `${feature} is always on.`,
  ifttt_key_missing: 'Enter the key that the service gave you.',
  ifttt_key_refused: 'The service does not accept this key.',
  ifttt_no_samples: 'This service does not say what it can do (POST /ifttt/v1/test/setup).',
  ifttt_not_an_address: 'Enter the address of the service, such as https://api.example.com.',
  ifttt_not_here: "There is nothing at this address that speaks IFTTT's protocol.",
  last_sign_in_way: 'Nothing else signs you in. Add another way first.',
  no_notifications: 'This Applet cannot notify you about its runs.',
  no_plan_to_upgrade: "You don't have a plan to upgrade yet.",
  not_a_push_service: 'This is not the address of a push service.',
  push_of_another: 'Another account has the notifications of this browser.',
  not_to_replay: 'This run cannot be run again.',
  nothing_to_change: 'Choose something to change.',
  one_account_only: (title: string) => `${title}. Disconnect the other one first, or upgrade.`,
  link_of_another: 'This link is for another account. Sign in to that one first.',
  password_names_owner: 'Choose a password that is not your email address or user name.',
  password_too_easy: 'This password is easy to guess. A few words make a good password.',
  password_wrong: 'This is not your current password.',
  payment_overdue: 'Your last payment did not go through. Please pay it first, then upgrade.',
  plan_changed: 'Your plan has changed. Please check it again.',
  plan_ended: 'Your plan has ended. Choose a new one under Plans.',
  plan_has_no_price: 'This plan cannot be changed here. Please contact support.',
  plan_not_sold: 'This plan is not for sale.',
  service_file_not_json: 'This is not JSON. Look for a comma or a quote.',
  service_id_taken: (id: string) => `${id} is a service of this site. Choose another id.`,
  unknown_pasted_value: 'This service does not ask for this value.',
  pasted_too_long: 'At most 2,000 characters.',
  enter_value: 'Enter this value.',
  unusable_characters: 'This contains characters that cannot be right.',
  wrong_beginning: (prefix: string) => `This must begin with ${prefix}`,
  no_address_of: (service: string) => `This is not an address of ${service}.`,
  no_public_address: 'Enter a public https address.',
  recovery_code_wrong: 'This is not one of your recovery codes, or it was used already.',
  recovery_codes_replaced: 'These recovery codes were replaced. Please make new ones.',
  recovery_link_over: 'This link was used or is too old. Use the one in the newest email.',
  recovery_is_over: 'This waiting period is over. Sign in to see what has changed.',
  second_factor_needs_passkey: 'Two-step sign-in needs a passkey. Add one first.',
  second_factor_keeps_passkey: 'Two-step sign-in needs this passkey. Turn it off first, or add another passkey.',
  service_needs_no_key: (service: string) => `${service} does not connect with a key.`,
  service_not_set_up: (service: string) => `${service} is not set up on this site yet.`,
  tax_id_invalid: 'This number does not match its type. Please check both.',
  tax_location_needed: 'Choose your country and enter your postal code.',
  tax_location_unknown: 'This postal code is not in this country. Please check both.',
  too_many_passkeys: 'You have 20 passkeys, which is the most. Remove one first.',
  text_filter_values: (filter: string) => `Check what follows "${filter}:" in the braces.`,
  pause_too_long: 'Choose a day within the next year.',
  unknown_document: 'This GraphQL document is not allowed here.',
  unknown_feature: 'This feature no longer exists.',
  unknown_field: 'Unknown field.',
  unknown_ingredient: (name: string) => `There is no ingredient ${name}.`,
  unknown_options_address: 'This options address is not registered.',
  unknown_service: (service: string) => `Unknown service "${service}".`,
  unknown_text_filter: (name: string) => `Braces cannot use ${name}.`,
  wrong_password: 'Wrong password.',
  unknown_time_zone: 'Choose a time zone from the list.',
  upgrade_to_pro_plus_only: 'You can only upgrade to Pro+ here.',
} as const satisfies Record<string, string | ((value: string) => string)>

/**
 * One problem with one part of the input. `attribute` is the field's path; `data` is what the field's view may need.
 */
export type FieldError = { attribute: string; message: string; data?: unknown }

/** The body of every refusal. `redirect_to` is a same-origin path where the user can fix it (§4.8). */
export type ErrorEnvelope = {
  error: { code: ErrorCode; message: string; attribute?: string; redirect_to?: string }
  errors: FieldError[]
}
