/**
 * Stripe's test cards: how each behaves when attached, set up and charged. A payment method holds only the fingerprint.
 */

type DeclineCode =
  | 'authentication_required'
  | 'card_declined'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'payment_intent_authentication_failure'
  | 'processing_error'
  | 'setup_intent_authentication_failure'
export type Decline = { code: DeclineCode; decline_code?: string; message: string }

/** When a card asks for 3-D Secure: always, unless set up, only on session, where it is required, or never. */
type Authentication = 'never' | 'always' | 'unless_set_up' | 'on_session' | 'required'

export type TestCard = {
  number: string
  /** The end of `pm_card_…` and `tok_…`. */
  alias: string
  brand: 'visa' | 'mastercard' | 'amex' | 'discover'
  funding: 'credit' | 'debit'
  /** Declined when attached or set up, and at every charge. */
  dead?: Decline
  authentication: Authentication
  /** The bank's decline of a charge, after any authentication. */
  charge?: Decline
  /** The bank's decline of a setup, after any authentication. */
  setup?: Decline
  /** Its holder disputes each charge. */
  disputes?: true
  /** A refund that is pending at first, or that succeeds and fails later. */
  refund?: 'pending' | 'fails'
}

const declined = 'Your card was declined.'
const generic: Decline = { code: 'card_declined', decline_code: 'generic_decline', message: declined }
const insufficient: Decline = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}
const lost: Decline = { code: 'card_declined', decline_code: 'lost_card', message: declined }
const stolen: Decline = { code: 'card_declined', decline_code: 'stolen_card', message: declined }
// Stripe does not repeat these codes as decline_code.
const expired: Decline = { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' }
const cvc: Decline = {
  code: 'incorrect_cvc',
  decline_code: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
}
const processing: Decline = {
  code: 'processing_error',
  decline_code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
}

export const testCards: readonly TestCard[] = [
  testCard('4242424242424242', 'visa'),
  testCard('4000056655665556', 'visa_debit', { funding: 'debit' }),
  testCard('5555555555554444', 'mastercard', { brand: 'mastercard' }),
  testCard('5200828282828210', 'mastercard_debit', { brand: 'mastercard', funding: 'debit' }),
  testCard('378282246310005', 'amex', { brand: 'amex' }),
  testCard('6011111111111117', 'discover', { brand: 'discover' }),
  testCard('4000000000000002', 'chargeDeclined', { dead: generic }),
  testCard('4000000000009995', 'chargeDeclinedInsufficientFunds', { dead: insufficient }),
  testCard('4000000000009987', 'chargeDeclinedLostCard', { dead: lost }),
  testCard('4000000000009979', 'chargeDeclinedStolenCard', { dead: stolen }),
  testCard('4000000000000069', 'chargeDeclinedExpiredCard', { dead: expired }),
  testCard('4000000000000127', 'chargeDeclinedIncorrectCvc', { dead: cvc }),
  testCard('4000000000000119', 'chargeDeclinedProcessingError', { dead: processing }),
  testCard('4000000000000341', 'chargeCustomerFail', { charge: generic }),
  testCard('4000000000000259', 'createDispute', { disputes: true }),
  testCard('4000000000007726', 'pendingRefund', { refund: 'pending' }),
  testCard('4000000000005126', 'refundFail', { refund: 'fails' }),
  testCard('4000002500003155', 'authenticationRequiredOnSetup', { authentication: 'unless_set_up' }),
  testCard('4000002760003184', 'authenticationRequired', { authentication: 'always' }),
  testCard('4000003800000446', 'authenticationRequiredSetupForOffSession', { authentication: 'on_session' }),
  testCard('4000008260003178', 'authenticationRequiredChargeDeclinedInsufficientFunds', {
    authentication: 'unless_set_up',
    charge: insufficient,
  }),
  testCard('4000000000003220', 'threeDSecure2Required', { authentication: 'required' }),
  testCard('4000008400001629', 'threeDSecureRequiredChargeDeclined', {
    authentication: 'required',
    charge: generic,
    setup: generic,
  }),
]

function testCard(number: string, alias: string, rest: Partial<TestCard> = {}): TestCard {
  return { number, alias, brand: 'visa', funding: 'credit', authentication: 'never', ...rest }
}

export function cardByNumber(number: string): TestCard | undefined {
  return testCards.find((each) => each.number === number)
}

/** `visa` of `pm_card_visa` and `tok_visa`. */
export function cardByAlias(alias: string): TestCard | undefined {
  return testCards.find((each) => each.alias === alias)
}

export function cardByFingerprint(fingerprint: string | null | undefined): TestCard | undefined {
  return testCards.find((each) => fingerprintOf(each.number) === fingerprint)
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The same 16 letters for the same number, as in one Stripe account: repeated FNV-1a. */
export function fingerprintOf(number: string): string {
  let hash = 0x811c9dc5
  let text = ''
  for (let index = 0; text.length < 16; index += 1) {
    hash = Math.imul(hash ^ number.charCodeAt(index % number.length), 0x01000193) >>> 0
    if (index >= number.length) text += letters[hash % letters.length]
  }
  return text
}

/** `on_session`: the cardholder is present. `set_up`: a setup or an earlier payment was authenticated for later use. */
type Situation = { onSession: boolean; setUp: boolean }

export function chargeNeedsAuthentication(card: TestCard, { onSession, setUp }: Situation): boolean {
  switch (card.authentication) {
    case 'never':
      return false
    case 'always':
      return true
    case 'on_session':
      return onSession
    // Assumed for `required`: Radar asks for 3-D Secure on session, and a card that was set up may renew without it.
    case 'required':
    case 'unless_set_up':
      return onSession || !setUp
  }
}

/** A setup asks for 3-D Secure on every card that ever asks, except one that counts as set up already. */
export function setupNeedsAuthentication(card: TestCard): boolean {
  return card.authentication !== 'never' && card.authentication !== 'on_session'
}

/** The bank's answer once authentication is done or not needed. */
export function chargeDecline(card: TestCard): Decline | undefined {
  return card.dead ?? card.charge
}

export function setupDecline(card: TestCard): Decline | undefined {
  return card.dead ?? card.setup
}

export const authenticationFailed: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

export const setupAuthenticationFailed: Decline = {
  ...authenticationFailed,
  code: 'setup_intent_authentication_failure',
}
