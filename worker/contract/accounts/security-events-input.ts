import * as z from 'zod/mini'
import { SECURITY_EVENTS_CURSOR } from './security-events.ts'

/** GET /api/security_events */
export const securityEventsInput = z.object({
  before: z.optional(z.string().check(z.regex(SECURITY_EVENTS_CURSOR))),
})
export type SecurityEventsInput = z.output<typeof securityEventsInput>
