/**
 * Where mail starts an Applet. `lost`: the key that sealed it is gone, so that it must be made again. `not_set_up`: the
 * operator receives no mail.
 */
export type MailAddress = { kind: 'shown'; address: string } | { kind: 'lost' | 'not_set_up' }
