import * as z from 'zod/mini'
import { MOBILE_NUMBERS } from '../../../contract/messages/mobile-numbers.data.ts'
import { emptyAsDefault, list, optional, origin } from './setting-shapes.ts'

/** Mails out and in, notifications and texts. */
export const MESSAGE_SETTINGS = {
  MAIL_FROM: z.string().check(z.minLength(3)),
  /** The domain whose mail Email Routing hands to this Worker, such as in.example.com; empty: no mail starts Applets. */
  IN_DOMAIN: optional(/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*$/, 'a domain such as in.example.com'),
  /** "public:private", base64url: signs notifications. Without it there are none. docs/settings.md says how to make it. */
  VAPID_KEYS: emptyAsDefault(
    z._default(
      z.nullable(
        z.pipe(
          z.string().check(z.regex(/^B[\w-]{86}:[\w-]{43}$/, 'must be "public:private", both base64url')),
          z.transform((text: string) => {
            const [publicKey = '', privateKey = ''] = text.split(':')
            return { publicKey, privateKey }
          }),
        ),
      ),
      null,
    ),
  ),
  /** The provider of texts. Unless all three are set, no text is sent and the page says so (§8). */
  TWILIO_ACCOUNT_SID: optional(/^AC[0-9a-f]{32}$/, 'an account SID: AC and 32 hex digits'),
  TWILIO_AUTH_TOKEN: z._default(z.string(), ''),
  TWILIO_FROM: optional(
    /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/,
    'a number such as +14155550100, or a messaging service (MG…)',
  ),
  /** Where texts go: country calling codes, comma separated; the United States and Canada by default. */
  TEXT_COUNTRIES: z.pipe(
    list.check(
      z.refine(
        (codes) => codes.every((code) => code in MOBILE_NUMBERS),
        `must be of ${Object.keys(MOBILE_NUMBERS).join(', ')}`,
      ),
    ),
    z.transform((codes: string[]) => (codes.length > 0 ? codes : ['1'])),
  ),
  /** How many texts all users together get in 24 hours; an error is logged for each one above. */
  TEXTS_A_DAY: emptyAsDefault(
    z._default(
      z.pipe(z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'must be a number of texts')), z.transform(Number)),
      500,
    ),
  ),
  TWILIO_API_BASE: emptyAsDefault(z._default(origin, 'https://api.twilio.com')),
}

/** The settings that send texts. Another country, number or limit than the operator meant would cost money. */
export const TEXTS = [
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
  'TEXT_COUNTRIES',
  'TEXTS_A_DAY',
  'TWILIO_API_BASE',
] as const
