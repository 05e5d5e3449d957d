import { connectRunners, connectSources } from './connect-bindings.ts'
import type { RunnerCtx } from '../../system/context/context.ts'
import type { RunnerEnv } from '../../system/context/runner-env.ts'
import type { RunnerWorkerSettings } from '../../system/context/settings/runner-worker-settings.ts'
import { connect } from '../../system/d1/client.ts'
import type { FilterCompiler } from '../../system/runner-api/filter-compiler.ts'
import { log, stackOf, logIds, notesForLog } from '../../system/log/log.ts'
import { CallPlaces } from '../../system/call-places/call-places.ts'
import { randomToken } from '../../system/secrets/hashes.ts'
import { readServiceFiles } from '../../db/services/added-service-files.ts'
import { findOwnService } from '../../services/service-registry.ts'

type Parts = {
  settings: RunnerWorkerSettings
  filterCompiler: FilterCompiler
  defer: (work: Promise<unknown>) => void
  now?: () => number
}

/** Makes the context that both Workers have of their bindings. */
export function makeRunnerCtx(env: RunnerEnv, { settings, filterCompiler, defer, now = Date.now }: Parts): RunnerCtx {
  const db = connect(env.DB)
  return {
    db,
    kv: env.CACHE,
    queue: {
      send: (job, options) => {
        const { user_id } = notesForLog()
        return env.QUEUE.send(
          { ...job, log_ids: logIds(), ...(user_id !== undefined && { sent_by: user_id }) },
          options,
        )
      },
    },
    runners: connectRunners(env.RUNNER),
    hosts: { read: (host) => env.HOST.getByName(host).read() },
    sources: connectSources(env.SOURCE),
    filterCompiler,
    analytics: env.ANALYTICS ?? null,
    settings,
    readServiceFiles: async (module_names) => {
      const added = module_names.filter((name) => !findOwnService(name))
      return added.length === 0 ? [] : readServiceFiles(db, added)
    },
    ip: '',
    places: new CallPlaces((ms) => scheduler.wait(ms)),
    fetch: (input, init) => fetch(input, init),
    now,
    id: (prefix) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`,
    token: randomToken,
    defer: (work) => defer(work.catch(logDeferred)),
  }
}

/** Logs the error of work that continues after the answer and has nobody to throw to. */
function logDeferred(error: unknown): void {
  log('error', 'deferred_work_failed', { message: String(error), stack: stackOf(error) })
}
