/** The page that a reminder's mail leads to; a POST to the same address is RFC 8058's, and that page's own form. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'
/** GET and PATCH /api/reminders: whether the user gets mails about an upgrade that they began. */
export const REMINDERS_PATH = '/api/reminders'
export type Reminders = { reminders: boolean }

/** What the page's form sends: `on` or `off`. */
export const REMINDERS_FIELD = 'reminders'
