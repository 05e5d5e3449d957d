import type { HostApi } from '../runner-api/host-api.ts'
import type { SentJob } from '../../contract/jobs/jobs.ts'
import { readBy, readOnce, type SettingsRead } from './settings/read-settings.ts'
import { ELSEWHERE, RUNNER_WORKER_SETTINGS, type RunnerWorkerSettings } from './settings/runner-worker-settings.ts'

/** The bindings of the Runner's Worker, as in wrangler.runner.toml. The API Worker has them too. */
export type RunnerEnv = {
  DB: D1Database
  CACHE: KVNamespace
  QUEUE: Queue<SentJob>
  /** One Durable Object for each user (engine/runner/runner.ts). */
  RUNNER: DurableObjectNamespace
  /** One Durable Object for each feed, cell of weather or site that is followed (engine/sources/source.ts). */
  SOURCE: DurableObjectNamespace
  /** One Durable Object for each host of a service's file (engine/hosts/host.ts). */
  HOST: { getByName(host: string): HostApi }
  /** Workers Analytics Engine, if the operator has bound it (wrangler.toml). */
  ANALYTICS?: AnalyticsEngineDataset
  /** Cloudflare's name for the deployed version (wrangler.toml). */
  VERSION?: WorkerVersionMetadata
  /** Only on a developer's machine: how far the product's clock is moved, in ms (dev/start/clock/). */
  CLOCK?: { offset(): Promise<number> }
} & Record<string, unknown>

const RULES = { shapes: RUNNER_WORKER_SETTINGS, features: [], off: ELSEWHERE, problemsOf: () => [] }

/** The settings of the Runner's Worker, and what is wrong with them. */
export function readRunnerSettings(env: Record<string, unknown>): SettingsRead<RunnerWorkerSettings> {
  return readBy(RULES, env)
}

export const runnerSettingsOf = readOnce<RunnerEnv, RunnerWorkerSettings>(readRunnerSettings)
