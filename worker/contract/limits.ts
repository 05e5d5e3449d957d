import { DAY, MINUTE } from './shared/durations.ts'

/** The business constants of §9 that several files need. Durations are in ms unless the name says otherwise. */
export const AUTO_CLICK_DELAY = 3000
export const LOGIN_RESUME_WINDOW = 300_000
export const FLASH_DURATION = 3000
export const FLASH_FADE = 500
export const COPY_FEEDBACK = 1000
export const SUCCESS_STEP_DELAY = 2000
export const CONNECT_SUCCESS_DELAY = 1500
export const CHECK_MARK_FRAMES = 232
export const CHECK_MARK_FRAMES_A_SECOND = 58
export const BUTTON_LABEL_MAX = 24
/** How many value propositions, each a title and a text, an Applet may have. */
export const VALUE_PROPOSITIONS_MAX = 3
/** How many recommended Applets a page shows from RECOMMENDED_WIDTH on, and below it. */
export const RECOMMENDED_WIDE = 6
export const RECOMMENDED_NARROW = 3
export const RECOMMENDED_WIDTH = 850
export const RECOMMENDED_MAX = 12
export const RESIZE_DEBOUNCE = 100
/** How long checkout waits for a wallet to report that it is available. */
export const WALLET_PATIENCE = 1000
/** How long KV and the browser together may keep the upgrade modal's data. */
export const MODAL_DATA_KEPT = 10 * 60 * 1000
export const TIMEZONE_COOKIE_DAYS = 14
/** The first limit counts graphemes, as readers do; the limit in bytes is our own. */
export const SUGGESTION_MAX = 255
export const SUGGESTION_MAX_BYTES = 2000

/** Seconds from an abandoned checkout to its mail, and ms before the next such mail. */
export const ABANDONED_MAIL_DELAY = 60 * 60
export const REMINDER_PAUSE = 7 * DAY

/** Stripe charges no less than 50 US cents; it adds a smaller sum to the next payment. */
export const SMALLEST_CHARGE = 50

/** How long a plan still grants its tier after a failed renewal. */
export const PAST_DUE_GRACE = 14 * DAY

/** Sessions end after this long without a visit, and after this long in any case. */
export const SESSION_IDLE = 14 * DAY
export const SESSION_ABSOLUTE = 30 * DAY

/** How long after users showed that it is them we believe it, before what is worth stealing. */
export const PROOF_LASTS = 15 * MINUTE

/** The activity pages go back a year and a month. */
export const ACTIVITY_KEPT = 400 * DAY
/** How long the security log is kept, also after its account was deleted. */
export const SECURITY_EVENTS_KEPT = 90 * DAY
/** Longer than a run may wait, so that no repeat adds a line twice. */
export const DIGEST_LINES_KEPT = 60 * DAY
/** How long a draft is kept after its last change. */
export const DRAFTS_KEPT = 30 * DAY
/** How long a report of an Applet is kept after it was closed. */
export const CLOSED_REPORTS_KEPT = 90 * DAY
/** How long our client at a server is kept after its last use: longer than we try to revoke a grant there. */
export const UNUSED_CLIENTS_KEPT = 90 * DAY
/** How many characters a search of activity takes. */
export const ACTIVITY_SEARCH_MAX = 100
/** Twice as long as Stripe keeps an event, so that none is handled a second time. */
export const STRIPE_EVENTS_KEPT = 60 * DAY

export const PASSWORD_MIN = 15
export const PASSWORD_MAX = 128
/** What the body of a call may have, unless it is one of the next two. */
export const BODY_MAX_BYTES = 64 * 1024
/** Far more than any event of Stripe needs. */
export const STRIPE_EVENT_MAX_BYTES = 1024 * 1024
/** The most that a hub may push at once: as much as a feed may have. */
export const HUB_PUSH_MAX_BYTES = 2 * 1024 * 1024
/** How many seconds a public page may stay in an edge cache. */
export const EDGE_CACHE_SECONDS = 60
