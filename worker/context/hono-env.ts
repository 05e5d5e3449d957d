import type { Ctx } from './context.ts'
import type { Env } from './env.ts'

/** Hono's environment: bindings, and what the middleware puts into the context. */
export type HonoEnv = { Bindings: Env; Variables: { ctx: Ctx; requestId: string } }
