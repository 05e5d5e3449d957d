import type { Ctx } from './context.ts'
import type { Env } from './env.ts'

/** Hono's environment: the bindings, and the values that middleware sets. */
export type HonoEnv = { Bindings: Env; Variables: { ctx: Ctx } }
