import { isUnfit, isVisible } from '../shared/visible-text.ts'
import type { AppletField, AppletOfUser } from './applet.ts'

export const DESCRIPTION_MAX = 2000
export const PROPOSITION_TITLE_MAX = 80
export const PROPOSITION_TEXT_MAX = 300
/** How many Applets an author publishes in 24 hours at most. */
export const PUBLICATIONS_A_DAY = 5

/** Finds the problem with a tidy line that everyone reads, as a sentence for its author; null for none. */
export function lineProblem(line: string, most: number): string | null {
  if (!isVisible(line)) return 'Enter a few words.'
  if (line.length > most) return `Use at most ${most.toLocaleString('en')} characters.`
  return isUnfit(line) ? 'This contains characters that cannot be shown.' : null
}

/** A field that the author filled in, the same for everyone. `key` is "{id}.{slug}"; a secret is shown as dots. */
export type FixedField = {
  key: string
  step_name: string
  label: string
  value: string
  /** Chosen among what the author's account at the service has, such as a spreadsheet: others may not have it. */
  of_account: boolean
}

/** An address that the author filled in and that looks like a secret. `host`: the part of it that may be shown. */
export type AddressLikeSecret = { key: string; step_name: string; label: string; host: string }

/** GET /api/applets/{id}/publication: what its author has to know before publishing it, or after. */
export type Publication = {
  applet: AppletOfUser
  /** What to call it in public: a name that its steps proposed is without their addresses. */
  name: string
  fixed: FixedField[]
  asked: AppletField[]
  /** Its author filled in a secret, so it cannot be published. */
  has_secret: boolean
  /** Publishing is refused without the hosts of these, so that the author has seen them. */
  secret_addresses: AddressLikeSecret[]
  email_verified: boolean
  /** Its author's user name is reserved, and not lent to them. */
  login_reserved: boolean
  /** An operator took all of the author's Applets down. */
  blocked: boolean
  /** How many Applets the author may still publish today. */
  left_today: number
  /** Hours until it stands in lists and search, or null: at once. */
  listed_after: number | null
}
