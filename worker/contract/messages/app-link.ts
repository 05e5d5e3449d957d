/** The answers to a text that was asked for, word for word (§8). */
export const TEXT_SENT = 'Message sent successfully.'
export const TEXT_LIMIT_REACHED = 'You have reached your SMS limit. Please try again later.'
export const TEXT_NOT_SENT = 'This message could not be sent.'

export const PHONE_NUMBER_INVALID = 'Please enter a valid phone number.'
/** The field's hint (§2.1): a number that is kept free for examples. */
export const PHONE_NUMBER_EXAMPLE = '(415) 555-0123'

/** Far more than any number needs, so that the pattern never meets a novel. */
const PHONE_NUMBER_MAX = 64

/** What a mobile app is made for (§3 applet_type). */
export const MOBILE_SYSTEMS = ['ios', 'android'] as const
export type MobileSystem = (typeof MOBILE_SYSTEMS)[number]

/** POST /api/app_links: the text is for someone who looks at an Applet, or at anything else. */
export type AppLink = { phone_number: string; applet_type: MobileSystem | null; for_applet: boolean }
export type AppLinkResponse = { status: 'success' }

/** A country code of 1 to 3 digits at will, then 3, 3 and 4 digits, parted at will, then an extension at will (§5). */
const PHONE_NUMBER = /^(?:\+?(\d{1,3}))?[-. (]*(\d{3})[-. )]*(\d{3})[-. ]*(\d{4})(?: *x(\d+))?$/i

/** Numbers without a country code are dialled as in the United States, where the pattern's groups come from. */
const HOME_COUNTRY = '1'

/**
 * The number as texts are addressed (E.164), or null where it does not fit §5's rule. An extension is allowed, but no
 * text reaches one.
 */
export function phoneNumber(typed: string): string | null {
  if (typed.length > PHONE_NUMBER_MAX) return null
  const [, country = HOME_COUNTRY, area, exchange, line] = PHONE_NUMBER.exec(plain(typed)) ?? []
  return area && exchange && line ? `+${country}${area}${exchange}${line}` : null
}

/** What phones and address books add when a number is copied: marks of direction, other dashes, other spaces. */
function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s/g, ' ')
    .trim()
}
