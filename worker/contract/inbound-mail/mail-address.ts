/**
 * Where mail starts an Applet. `hidden`: GET /api/applets/{id}/mail_address shows it to users who show that it is them.
 * `lost`: the key that sealed it is gone, so that it must be made again. `not_set_up`: the operator receives no mail.
 */
export type MailAddress = { kind: 'shown'; address: string } | { kind: 'hidden' | 'lost' | 'not_set_up' }

/** GET /api/applets/{id}/mail_address */
export type MailAddressResponse = { mail_address: MailAddress }
