import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import type { FilterCompiler } from '../../system/runner-api/filter-compiler.ts'
import type { RunnerApi, Runners } from '../../system/runner-api/runner-api.ts'
import type { SourceAddress, SourceApi, Sources } from '../../system/runner-api/source-api.ts'
import { sha256Hex } from '../../system/secrets/hashes.ts'
import { sendIds } from '../../system/context/runner-call-ids.ts'

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
export function connectSources(namespace: DurableObjectNamespace): Sources {
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

/** The compiler behind the binding. Where its Worker does not answer, throws `filter_code_unavailable`. */
export function connectFilterCompiler(binding: FilterCompiler): FilterCompiler {
  return {
    compileFilter: async (source, names) => {
      try {
        return await binding.compileFilter(source, names)
      } catch (error) {
        log('error', 'filter_compiler_failed', { message: String(error) })
        throw new AppError('filter_code_unavailable')
      }
    },
  }
}
