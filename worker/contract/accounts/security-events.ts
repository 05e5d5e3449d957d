import type { AppletAddress } from '../addresses.ts'

export const EVENT_OUTCOMES = ['done', 'refused'] as const
export type EventOutcome = (typeof EVENT_OUTCOMES)[number]

/**
 * `done` and `refused`: what the user reads. `mail`: whether they are also told by the mail of security-mails.ts once it
 * is done. A changed address and a deletion have mails of their own.
 */
type EventWords = { done: string; refused: string | null; mail: boolean }

/** The events of an account, as far as its safety is concerned. */
export const SECURITY_EVENTS = {
  joined: { done: 'Account created', refused: null, mail: false },
  signed_in: { done: 'Signed in', refused: 'Sign-in refused: wrong password', mail: false },
  new_browser: { done: 'Signed in from a new browser', refused: null, mail: true },
  sessions_ended: { done: 'Other sessions ended', refused: null, mail: false },
  email_confirmed: { done: 'Email address confirmed', refused: 'Email not confirmed: wrong password', mail: false },
  email_changed: { done: 'Email address changed', refused: null, mail: false },
  email_change_undone: { done: 'Change of email address undone', refused: null, mail: false },
  login_changed: { done: 'User name changed', refused: null, mail: false },
  password_reset: { done: 'New password by email link', refused: null, mail: true },
  password_changed: { done: 'Password changed', refused: 'Password not changed: wrong password', mail: true },
  identity_linked: { done: 'Sign-in provider linked', refused: null, mail: true },
  identity_removed: { done: 'Sign-in provider removed', refused: null, mail: true },
  passkey_added: { done: 'Passkey added', refused: null, mail: true },
  passkey_used: { done: 'Passkey used', refused: 'Passkey refused: it may have been copied', mail: false },
  passkey_removed: { done: 'Passkey removed', refused: null, mail: true },
  second_factor_on: { done: 'Two-step sign-in turned on', refused: null, mail: true },
  second_factor_off: { done: 'Two-step sign-in turned off', refused: null, mail: true },
  recovery_codes_replaced: { done: 'New recovery codes', refused: null, mail: true },
  recovery_code_used: { done: 'Recovery code used', refused: 'Recovery code refused', mail: true },
  recovery_begun: { done: 'Waiting period to sign in without a passkey begun', refused: null, mail: false },
  recovery_stopped: { done: 'Waiting period to sign in without a passkey stopped', refused: null, mail: true },
  recovery_finished: { done: 'Two-step sign-in turned off after 72 hours', refused: null, mail: true },
  data_downloaded: { done: 'Data downloaded', refused: null, mail: false },
  account_deleted: { done: 'Account deleted, to go for good after seven days', refused: null, mail: false },
  account_restored: { done: 'Account brought back', refused: null, mail: true },
  access_dropped: { done: 'Earlier connections and Applets turned off', refused: null, mail: false },
} as const satisfies Record<string, EventWords>

export type SecurityEventKind = keyof typeof SECURITY_EVENTS
type MailedIn<Events> = { [Kind in keyof Events]: Events[Kind] extends { mail: true } ? Kind : never }[keyof Events]
/** The kinds that the user is also mailed about. */
export type MailedEventKind = MailedIn<typeof SECURITY_EVENTS>

export function isMailed(kind: SecurityEventKind): kind is MailedEventKind {
  return SECURITY_EVENTS[kind].mail
}

/** One row of GET /api/security_events. `device` such as "Chrome on Windows"; `country` as ISO 3166-1; times in ms. */
export type SecurityEventRow = {
  id: string
  kind: SecurityEventKind
  outcome: EventOutcome
  device: string
  country: string | null
  /** Whether this session did it. */
  current: boolean
  created_at: number
}
/** What somebody else may have made in the account before its address was verified, until the user has looked through it. */
export type EarlierWork = { applets: AppletAddress[]; drafts: { id: number; name: string }[] }

/** GET /api/security_events: newest first. `next` is the `before=` of the following page, or null on the last one. */
export type SecurityEventsPage = { events: SecurityEventRow[]; next: string | null; earlier: EarlierWork }

/** DELETE: the user has looked through it. */
export const EARLIER_WORK_PATH = '/api/earlier_work'
/** How a draft without a name is listed. */
export const UNNAMED_DRAFT = 'Without a name'

export const SECURITY_EVENTS_PAGE_SIZE = 20

/** `before=`: the time and id of the previous page's last event. */
export const SECURITY_EVENTS_CURSOR = /^\d{1,15}\.[\w-]{1,80}$/
