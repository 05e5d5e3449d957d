import { env as bindings } from 'cloudflare:workers'
import { settingsOf, type Env } from '../system/context/env.ts'
import { movableClock } from '../system/context/movable-clock.ts'
import type { SentJob } from '../contract/jobs/jobs.ts'
import { answerPageCalls } from '../system/http/answer-page-calls.ts'
import { runCron } from '../operations/jobs/cron.ts'
import { receiveMail } from '../engine/inbound-mail/receive-mail.ts'
import { consumeJobs } from '../operations/jobs/queue-consumer.ts'
import { api } from './api.ts'
import { log, stackOf } from '../system/log/log.ts'
import { makeCtx, SYSTEM } from './context/make-ctx.ts'
import { reportErrors } from './runner/report-errors.ts'

/** Typed by us, as those of each invocation. */
const BINDINGS = bindings as Env

reportErrors(BINDINGS)

/** The caller of a queue message, a mail or the cron: nobody is signed in. */
async function systemCtx(env: Env, execution: ExecutionContext) {
  const clock = movableClock(env)
  await clock.refresh()
  return makeCtx(env, settingsOf(env), SYSTEM, (work) => execution.waitUntil(work), clock.now, Date.now)
}

export default {
  fetch: (request, env, execution) => {
    const answer = (call: Request) => api.fetch(call, env, execution)
    return answerPageCalls(request, env, answer) ?? answer(request)
  },
  queue: async (batch, env, execution) => consumeJobs(batch, env, await systemCtx(env, execution)),
  email: async (mail, env, execution) => receiveMail(await systemCtx(env, execution), mail),
  scheduled: async (controller, env, execution) => {
    try {
      await runCron(await systemCtx(env, execution), controller.cron)
    } catch (error) {
      log('error', 'cron_failed', { cron: controller.cron, message: String(error), stack: stackOf(error) })
      throw error
    }
  },
} satisfies ExportedHandler<Env, SentJob>
