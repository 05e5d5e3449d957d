import { env as bindings } from 'cloudflare:workers'
import { reportErrors } from './runner/report-errors.ts'
import { log, stackOf } from '../system/log/log.ts'
import { runCron } from '../operations/jobs/cron.ts'
import { answerPageCalls } from '../system/http/answer-page-calls.ts'
import type { Env } from '../system/context/env.ts'
import { ctxOfInvocation } from './context/make-ctx.ts'
import type { SentJob } from '../contract/jobs/jobs.ts'
import { receiveMail } from '../engine/inbound-mail/receive-mail.ts'
import { consumeJobs } from '../operations/jobs/queue-consumer.ts'
import { api } from './api.ts'

/** Typed by us, as those of each invocation. */
const BINDINGS = bindings as Env

reportErrors(BINDINGS)

export default {
  fetch: (request, env, execution) => {
    const answer = (call: Request) => api.fetch(call, env, execution)
    return answerPageCalls(request, env, answer) ?? answer(request)
  },
  queue: async (batch, env, execution) => consumeJobs(batch, env, await ctxOfInvocation(env, execution)),
  email: async (mail, env, execution) => receiveMail(await ctxOfInvocation(env, execution), mail),
  scheduled: async (controller, env, execution) => {
    try {
      await runCron(await ctxOfInvocation(env, execution), controller.cron)
    } catch (error) {
      log('error', 'cron_failed', { cron: controller.cron, message: String(error), stack: stackOf(error) })
      throw error
    }
  },
} satisfies ExportedHandler<Env, SentJob>
