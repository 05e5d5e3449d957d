import * as z from 'zod/mini'

/** PATCH /api/operator/services/:module_name */
export const switchServiceInput = z.strictObject({ running: z.boolean() })

/** PATCH /api/operator/logins/:login: the user name of who gets it, or null to take it back. */
export const lendLoginInput = z.strictObject({
  to: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(30))),
})
export type LendLoginInput = z.output<typeof lendLoginInput>
