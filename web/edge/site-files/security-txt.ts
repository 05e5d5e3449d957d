import { DAY } from '../../../worker/contract/shared/durations.ts'

export const SECURITY_TXT_PATH = '/.well-known/security.txt'
/** RFC 9116 wants less than a year. The file is made for each request, so it never ends on its own. */
const VALID = 90 * DAY

/** RFC 9116: where to report a hole. `contact`: an address of the operator, https or mailto; `now` in ms. */
export function securityTxt({ origin, contact }: { origin: string; contact: string }, now: number): string {
  const expires = new Date(now + VALID).toISOString().slice(0, 10)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}T00:00:00.000Z`,
    'Preferred-Languages: en',
    `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n')
}
