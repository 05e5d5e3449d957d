import * as z from 'zod/mini'
import { SENTENCES } from '../errors.ts'

const endpoint = z.string().check(z.maxLength(1000), z.url(SENTENCES.not_a_push_service))
/** base64url of this length, without padding. */
const key = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), 'This is not a valid key.'))

/**
 * POST /api/push_subscriptions: the browser's PushSubscription. The keys are an uncompressed point of P-256, which the
 * call checks by importing it, and 16 bytes.
 */
export const pushSubscriptionInput = z.object({ endpoint, keys: z.object({ p256dh: key(87), auth: key(22) }) })
export type PushSubscriptionInput = z.output<typeof pushSubscriptionInput>

/** DELETE /api/push_subscriptions */
export const pushEndpointInput = z.strictObject({ endpoint })
