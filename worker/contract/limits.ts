/** The business constants of §9 that more than one file needs. Durations in milliseconds unless the name says otherwise. */
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
/** What an Applet may say for itself, each a title and a text (§D3.7). */
export const VALUE_PROPOSITIONS_MAX = 3
/** Recommended Applets: this many from this width on, else fewer. */
export const RECOMMENDED_WIDE = 6
export const RECOMMENDED_NARROW = 3
export const RECOMMENDED_WIDTH = 850
export const RECOMMENDED_MAX = 12
export const RESIZE_DEBOUNCE = 100
/** How long a wallet has to say that it can be used. */
export const WALLET_PATIENCE = 1000
/** How long the upgrade modal's data is kept, in KV and in the browser together. */
export const MODAL_DATA_KEPT = 10 * 60 * 1000
export const TIMEZONE_COOKIE_DAYS = 14
/** Characters as a reader counts them; the bytes are our own bound (§D3.7). */
export const SUGGESTION_MAX = 255
export const SUGGESTION_MAX_BYTES = 2000

/** A checkout that was left: the mail about it goes out so many seconds later (§D3.7), and the next not before this. */
export const ABANDONED_MAIL_DELAY = 60 * 60
export const REMINDER_PAUSE = 7 * 24 * 60 * 60 * 1000

/** Sessions: idle end and absolute end (our decision, `quality.md` of the handbook §1.2). */
export const SESSION_IDLE = 14 * 24 * 60 * 60 * 1000
export const SESSION_ABSOLUTE = 30 * 24 * 60 * 60 * 1000

/** How long the activity pages remember: a year, and a month to look back on it. */
export const ACTIVITY_KEPT = 400 * 24 * 60 * 60 * 1000
/** Twice as long as Stripe itself knows an event, so that none is handled a second time. */
export const STRIPE_EVENTS_KEPT = 60 * 24 * 60 * 60 * 1000

export const PASSWORD_MIN = 15
export const PASSWORD_MAX = 128
export const BODY_MAX_BYTES = 64 * 1024
/** How long a public page may stay in an edge cache, seconds. */
export const EDGE_CACHE_SECONDS = 60
