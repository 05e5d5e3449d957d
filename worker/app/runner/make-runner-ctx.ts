import type { RunnerCtx } from '../../system/context/context.ts'
import type { RunnerEnv } from '../../system/context/runner-env.ts'
import type { RunnerWorkerSettings } from '../../system/context/settings/runner-worker-settings.ts'
import { connect } from '../../system/d1/client.ts'
import type { FilterCompiler } from '../../system/runner-api/filter-compiler.ts'
import { log, stackOf, logIds, notesForLog } from '../../system/log/log.ts'
import { CallPlaces } from '../../system/call-places/call-places.ts'
import type { RunnerApi, Runners } from '../../system/runner-api/runner-api.ts'
import type { SourceAddress, SourceApi, Sources } from '../../system/runner-api/source-api.ts'
import { randomToken, sha256Hex } from '../../system/secrets/hashes.ts'
import { sendIds } from '../../system/context/runner-call-ids.ts'
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

/** The Runners behind the binding. */
export function connectRunners(namespace: DurableObjectNamespace): Runners {
  return {
    newId: () => namespace.newUniqueId().toString(),
    get: (runner_id) => sendIds(asRunner(namespace.get(namespace.idFromString(runner_id)))),
    isId: (runner_id) => canRead(namespace, runner_id),
  }
}

/** An id is signed by the namespace that issued it, so another one is refused without any call. */
function canRead(namespace: DurableObjectNamespace, runner_id: string): boolean {
  try {
    namespace.idFromString(runner_id)
    return true
  } catch {
    return false
  }
}

/** The class behind the binding is worker/engine/runner's Runner, which features do not import. */
function asRunner(stub: DurableObjectStub): RunnerApi {
  return stub as unknown as RunnerApi
}

/** The Sources behind the binding. Their names are hashed, because a feed's address may be a secret of its own. */
function connectSources(namespace: DurableObjectNamespace): Sources {
  return {
    at: async (address) => sendIds(asSource(namespace.getByName(await sourceName(address)))),
    find: (source_id) => {
      try {
        return sendIds(asSource(namespace.get(namespace.idFromString(source_id))))
      } catch {
        return null
      }
    },
  }
}

async function sourceName({ module_name, source, fields }: SourceAddress): Promise<string> {
  const sorted = Object.entries(fields).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return sha256Hex(JSON.stringify([module_name, source, sorted]))
}

/** The class behind the binding is worker/engine/sources' Source, which features do not import. */
function asSource(stub: DurableObjectStub): SourceApi {
  return stub as unknown as SourceApi
}
