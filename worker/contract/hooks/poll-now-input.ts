import * as z from 'zod/mini'

/** POST /v1/notifications: at most so many hints at once. */
const HINTS_MAX = 1000

const name = z.string().check(z.minLength(1), z.maxLength(200))

/** A service says that it has something new: for one of its own accounts, or for one trigger identity. */
export const pollNowInput = z.object({
  data: z
    .array(z.object({ user_id: z.optional(name), trigger_identity: z.optional(name) }))
    .check(z.maxLength(HINTS_MAX)),
})
export type PollNowInput = z.output<typeof pollNowInput>
