import * as z from 'zod/mini'

/** POST /api/applets/{id}/press, and the same as a form: `press` names this press, so that sending it again does nothing. */
export const pressInput = z.strictObject({ press: z.string().check(z.regex(/^[\w-]{8,64}$/)) })
export type PressInput = z.output<typeof pressInput>
