import * as z from 'zod/mini'

/** GET /api/reminders: the token of a mail's link, or else who is signed in. */
export const remindersQuery = z.object({ token: z.exactOptional(z.string()) })

/** PATCH /api/reminders. */
export const remindersInput = z.strictObject({ reminders: z.boolean() })

/** The address of POST /unsubscribe. */
export const unsubscribeQuery = z.object({ token: z.string() })
/** Its form: what a mail program posts (RFC 8058), or what our page does. Nothing else, so that no scanner ends anything. */
export const unsubscribeInput = z.union([
  z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  z.strictObject({ reminders: z.enum(['on', 'off']) }),
])
