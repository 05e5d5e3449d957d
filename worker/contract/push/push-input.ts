import * as z from 'zod/mini'

const endpoint = z.string().check(z.maxLength(1000), z.url('This is not the address of a push service.'))
/** base64url without padding, of so many characters. */
const key = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), 'This is not such a key.'))

/** POST /api/push_subscriptions: what the browser's PushSubscription says of itself; an uncompressed point, 16 bytes. */
export const pushSubscriptionInput = z.object({ endpoint, keys: z.object({ p256dh: key(87), auth: key(22) }) })
export type PushSubscriptionInput = z.output<typeof pushSubscriptionInput>

/** DELETE /api/push_subscriptions */
export const pushEndpointInput = z.strictObject({ endpoint })
