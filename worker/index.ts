import { purgeExpired } from './db/purge-expired.ts'
import { api } from './api.ts'
import { fitExpired } from './applets/fit-expired.ts'
import { reconcile } from './billing/reconcile.ts'
import type { Env } from './env.ts'
import { settingsOf } from './http/with-ctx.ts'
import { makeCtx, SYSTEM } from './make-ctx.ts'
import { handleJobs } from './messages/handle-jobs.ts'
import type { Job } from './messages/job.ts'

export default {
  fetch: api.fetch,
  queue: (batch, env) => handleJobs(batch, env),
  scheduled: async (_controller, env, execution) => {
    const ctx = makeCtx(env, settingsOf(env), SYSTEM, (work) => execution.waitUntil(work))
    await Promise.all([purgeExpired(ctx), reconcile(ctx), fitExpired(ctx)])
  },
} satisfies ExportedHandler<Env, Job>
