/** An address that starts an Applet from outside: its URL for requests, or its address for mail. */
export type SecretAddressKind = 'hook_url' | 'mail_address'

/**
 * What its owner sees of it. `lost`: the key that sealed it is gone, so that it must be made again. `not_set_up`: the
 * operator receives no mail.
 */
export type SecretAddress = { kind: 'shown'; address: string } | { kind: 'lost' | 'not_set_up' }
