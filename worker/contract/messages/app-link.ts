/** The answers to a request for a text, word for word (§8). */
export const TEXT_SENT = 'Message sent successfully.'
export const TEXT_LIMIT_REACHED = 'You have reached your SMS limit. Please try again later.'
export const TEXT_NOT_SENT = 'This message could not be sent.'

export const PHONE_NUMBER_INVALID = 'Please enter a valid phone number.'
/** The field's hint (§2.1), a number reserved for examples. */
export const PHONE_NUMBER_EXAMPLE = '(415) 555-0123'

/** Longer than any number, so that the pattern never runs over a long text. */
const PHONE_NUMBER_MAX = 64

/** The systems of mobile apps (§3 applet_type). */
export const MOBILE_SYSTEMS = ['ios', 'android'] as const
export type MobileSystem = (typeof MOBILE_SYSTEMS)[number]

/** POST /api/app_links. `for_applet`: the user asked for the text on an Applet's page. */
export type AppLink = { phone_number: string; applet_type: MobileSystem | null; for_applet: boolean }
export type AppLinkResponse = { status: 'success' }

/** An optional country code of 1 to 3 digits, then groups of 3, 3 and 4 digits, then an optional extension (§5). */
const PHONE_NUMBER = /^(?:\+?(\d{1,3}))?[-. (]*(\d{3})[-. )]*(\d{3})[-. ]*(\d{4})(?: *x(\d+))?$/i

/** Numbers without a country code are US numbers, like the pattern's groups. */
const HOME_COUNTRY = '1'

/** The number in E.164, or null if it does not match the rule of §5. An extension is allowed and ignored. */
export function phoneNumber(typed: string): string | null {
  if (typed.length > PHONE_NUMBER_MAX) return null
  const [, country = HOME_COUNTRY, area, exchange, line] = PHONE_NUMBER.exec(plain(typed)) ?? []
  return area && exchange && line ? `+${country}${area}${exchange}${line}` : null
}

/** Removes what phones and address books add to a copied number: direction marks, other dashes and spaces. */
function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s/g, ' ')
    .trim()
}
