import { env as bindings, waitUntil } from 'cloudflare:workers'
import { settingsOf, type Env } from '../context/env.ts'
import { movableClock, type MovableClock } from '../context/movable-clock.ts'
import type { SentJob } from '../contract/jobs/jobs.ts'
import { answerPageCalls } from '../http/answer-page-calls.ts'
import { runCron } from '../jobs/cron.ts'
import { receiveMail } from '../inbound-mail/receive-mail.ts'
import { consumeJobs } from '../jobs/queue-consumer.ts'
import { api } from './api.ts'
import { RunnerObject } from '../runner/runner.ts'
import type { FollowAnswer, FollowRequest } from '../runner-api/source-api.ts'
import { SourceObject } from '../sources/source.ts'
import { takeIds } from '../context/runner-call-ids.ts'
import { log, onErrorLine, stackOf } from '../log/log.ts'
import { sentrySender } from '../log/send-to-sentry.ts'
import { makeCtx, SYSTEM } from './make-ctx.ts'

/** Typed by us, as those of each invocation. */
const BINDINGS = bindings as Env

/** A Durable Object of wrangler.toml. */
export { Host } from '../hosts/host.ts'

/** A Durable Object of wrangler.toml: one for each user. Goes by the clock that a developer can move. */
export class Runner extends RunnerObject {
  readonly #clock: MovableClock

  constructor(state: DurableObjectState, env: Env) {
    const clock = movableClock(env)
    const ctx = makeCtx(env, settingsOf(env), SYSTEM, (work) => state.waitUntil(work))
    super(state, env, () => ({ ctx, clock }))
    this.#clock = clock
    if (env.CLOCK) void state.blockConcurrencyWhile(clock.refresh)
  }

  override async alarm(): Promise<void> {
    await this.#clock.refresh()
    super.alarm()
  }

  override async wake(): Promise<{ wake_by: number | null }> {
    await this.#clock.refresh()
    return super.wake()
  }
}

/** A Durable Object of wrangler.toml: one for each thing that is followed. Goes by the clock that a developer can move. */
export class Source extends SourceObject {
  readonly #clock: MovableClock

  constructor(state: DurableObjectState, env: Env) {
    const clock = movableClock(env)
    const ctx = makeCtx(env, settingsOf(env), SYSTEM, (work) => state.waitUntil(work))
    super(state, env, () => ({ ctx, clock }))
    this.#clock = clock
    if (env.CLOCK) void state.blockConcurrencyWhile(clock.refresh)
  }

  override async alarm(): Promise<void> {
    await this.#clock.refresh()
    super.alarm()
  }

  /** Runners are woken when the clock is moved, and then say that they follow. */
  override async follow(request: FollowRequest): Promise<FollowAnswer> {
    await this.#clock.refresh()
    return super.follow(request)
  }
}

onErrorLine(
  sentrySender({
    dsn: () => settingsOf(BINDINGS).SENTRY_DSN,
    release: BINDINGS.VERSION?.id,
    fetch: (url, init) => fetch(url, init),
    defer: waitUntil,
    now: Date.now,
  }),
)
takeIds(RunnerObject.prototype)
takeIds(Runner.prototype)
takeIds(SourceObject.prototype)
takeIds(Source.prototype)

/** The caller of a queue message, a mail or the cron: nobody is signed in. */
function systemCtx(env: Env, execution: ExecutionContext) {
  return makeCtx(env, settingsOf(env), SYSTEM, (work) => execution.waitUntil(work))
}

export default {
  fetch: (request, env, execution) => {
    const answer = (call: Request) => api.fetch(call, env, execution)
    return answerPageCalls(request, answer) ?? answer(request)
  },
  queue: (batch, env, execution) => consumeJobs(batch, env, systemCtx(env, execution)),
  email: (mail, env, execution) => receiveMail(systemCtx(env, execution), mail),
  scheduled: async (controller, env, execution) => {
    const clock = movableClock(env)
    await clock.refresh()
    try {
      await runCron(systemCtx(env, execution), controller.cron, clock.now())
    } catch (error) {
      log('error', 'cron_failed', { cron: controller.cron, message: String(error), stack: stackOf(error) })
      throw error
    }
  },
} satisfies ExportedHandler<Env, SentJob>
