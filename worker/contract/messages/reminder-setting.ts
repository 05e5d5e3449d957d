/** The page behind a reminder mail's link. Mail programs (RFC 8058) and the page's form post to the same address. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'
/** GET and PATCH /api/reminders: whether the user gets mails about an unfinished upgrade. */
export const REMINDERS_PATH = '/api/reminders'
export type Reminders = { reminders: boolean }

/** The name of the form field; its value is `on` or `off`. */
export const REMINDERS_FIELD = 'reminders'
