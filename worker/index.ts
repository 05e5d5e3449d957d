import { purgeExpired } from './accounts/purge-expired.ts'
import { api } from './api.ts'
import { fitExpired } from './applets/fit-expired.ts'
import type { Env } from './env.ts'
import { settingsOf } from './http/with-ctx.ts'
import { makeCtx, SYSTEM } from './make-ctx.ts'
import { handleJobs } from './messages/handle-jobs.ts'

export default {
  fetch: api.fetch,
  queue: handleJobs,
  scheduled: async (_controller, env, execution) => {
    const ctx = makeCtx(env, settingsOf(env), SYSTEM, (work) => execution.waitUntil(work))
    await Promise.all([purgeExpired(ctx), fitExpired(ctx)])
  },
} satisfies ExportedHandler<Env, never>
