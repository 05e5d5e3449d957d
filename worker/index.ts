import { purgeExpired } from './accounts/purge-expired.ts'
import { api } from './api.ts'
import type { Env } from './env.ts'
import { settingsOf } from './http/with-ctx.ts'
import { makeCtx, SYSTEM } from './make-ctx.ts'
import { handleJobs } from './messages/handle-jobs.ts'

export default {
  fetch: api.fetch,
  queue: handleJobs,
  scheduled: (_controller, env, execution) =>
    purgeExpired(makeCtx(env, settingsOf(env), SYSTEM, (work) => execution.waitUntil(work))),
} satisfies ExportedHandler<Env, never>
