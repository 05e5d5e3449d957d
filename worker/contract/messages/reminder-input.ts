import * as z from 'zod/mini'

/** GET /api/reminders. Without the token of a mail's link it is about the signed-in user. */
export const remindersQuery = z.object({ token: z.exactOptional(z.string()) })

/** PATCH /api/reminders. */
export const remindersInput = z.strictObject({ reminders: z.boolean() })

/** The query of POST /unsubscribe. */
export const unsubscribeQuery = z.object({ token: z.string() })
/**
 * The form that a mail program (RFC 8058) or our page posts. Anything else is refused, so that scanners change nothing.
 */
export const unsubscribeInput = z.union([
  z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  z.strictObject({ reminders: z.enum(['on', 'off']) }),
])
