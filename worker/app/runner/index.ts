import { env as bindings, WorkerEntrypoint } from 'cloudflare:workers'
import { movableClock } from '../../system/context/movable-clock.ts'
import { takeIds } from '../../system/context/runner-call-ids.ts'
import { readRunnerSettings, runnerSettingsOf, type RunnerEnv } from '../../system/context/runner-env.ts'
import { compileFilter } from '../../engine/filter/check/compile-filter.ts'
import type { CompileResult, FilterCompiler as Compiler, FilterNames } from '../../system/runner-api/filter-compiler.ts'
import type { CheckedFile, ServiceChecker as Checker } from '../../system/runner-api/service-checker.ts'
import { checkServiceFile } from '../../services/operator/check-service-file.ts'
import { connect } from '../../system/d1/client.ts'
import { databaseError } from '../../operations/health/database-error.ts'
import { markSettings } from '../../operations/health/setting-marks.ts'
import type { RunnerHealth as HealthReporter, WorkerReport } from '../../system/runner-api/worker-report.ts'
import { RunnerObject } from '../../engine/runner/runner.ts'
import { SourceObject } from '../../engine/sources/source.ts'
import { connectServices } from './connect-services.ts'
import { makeRunnerCtx } from './make-runner-ctx.ts'
import { reportErrors } from './report-errors.ts'

/** Typed by us, as those of each object. */
const BINDINGS = bindings as RunnerEnv

/** A Durable Object of wrangler.runner.toml. */
export { Host } from '../../engine/hosts/host.ts'

/** Makes the world of a Durable Object. It waits for its clock, which a developer can move, before it does anything. */
function worldOf(state: DurableObjectState, env: RunnerEnv) {
  const clock = movableClock(env)
  if (env.CLOCK) void state.blockConcurrencyWhile(clock.refresh)
  const defer = (work: Promise<unknown>) => state.waitUntil(work)
  const { now } = clock
  const ctx = makeRunnerCtx(env, { settings: runnerSettingsOf(env), filterCompiler: { compileFilter }, defer, now })
  return { ctx, services: connectServices(ctx), clock }
}

/** A Durable Object of wrangler.runner.toml: one for each user. */
export class Runner extends RunnerObject {
  constructor(state: DurableObjectState, env: RunnerEnv) {
    super(state, env, () => worldOf(state, env))
  }
}

/** A Durable Object of wrangler.runner.toml: one for each thing that is followed. */
export class Source extends SourceObject {
  constructor(state: DurableObjectState, env: RunnerEnv) {
    super(state, env, () => worldOf(state, env))
  }
}

/** Compiles filter code for the API Worker, which has neither parser nor interpreter. */
export class FilterCompiler extends WorkerEntrypoint<RunnerEnv> implements Compiler {
  /** `names`: what the Applet has; without them, members of services are not checked. */
  async compileFilter(source: string, names?: FilterNames): Promise<CompileResult> {
    return compileFilter(source, names)
  }
}

/** Checks services' files for the API Worker, whose start stays fast without the format's schema. */
export class ServiceChecker extends WorkerEntrypoint<RunnerEnv> implements Checker {
  async checkServiceFile(document: unknown, allowed_hosts: readonly string[]): Promise<CheckedFile> {
    return checkServiceFile(document, allowed_hosts, runnerSettingsOf(this.env))
  }
}

/** Says to the API Worker which version runs, whether D1 answers, and which settings it has, without their values. */
export class RunnerHealth extends WorkerEntrypoint<RunnerEnv> implements HealthReporter {
  async report(challenge: string): Promise<WorkerReport> {
    const { settings, problems } = readRunnerSettings(this.env)
    const [marks, error] = await Promise.all([
      settings ? markSettings(settings, challenge) : {},
      databaseError({ db: connect(this.env.DB) }),
    ])
    return {
      version: this.env.VERSION?.id ?? null,
      reads_database: error === null,
      marks,
      setting_problems: problems,
      is_stopped: settings === null,
    }
  }
}

reportErrors(BINDINGS)
for (const { prototype } of [RunnerObject, SourceObject]) takeIds(prototype)

/** It has no address: the API Worker reaches its objects and its entrypoints through bindings. */
export default {
  fetch: () => new Response(null, { status: 404 }),
} satisfies ExportedHandler<RunnerEnv>
