import * as z from 'zod/mini'

/** Names one press, so that sending it again does nothing. */
export const pressId = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** POST /api/applets/{id}/press, and the same as a form. */
export const pressInput = z.strictObject({ press: pressId })
export type PressInput = z.output<typeof pressInput>
