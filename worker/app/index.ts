import { settingsOf, type Env } from '../context/env.ts'
import type { Job } from '../contract/jobs/jobs.ts'
import { runCron } from '../jobs/cron.ts'
import { consumeJobs } from '../jobs/queue-consumer.ts'
import { api } from './api.ts'
import { makeCtx, SYSTEM } from './make-ctx.ts'

/** The caller of a queue message or the cron: nobody is signed in. */
function systemCtx(env: Env, execution: ExecutionContext) {
  return makeCtx(env, settingsOf(env), SYSTEM, (work) => execution.waitUntil(work))
}

export default {
  fetch: api.fetch,
  queue: (batch, env, execution) => consumeJobs(batch, env, systemCtx(env, execution)),
  scheduled: (_controller, env, execution) => runCron(systemCtx(env, execution)),
} satisfies ExportedHandler<Env, Job>
