import type { SourceAddress, SourceApi, Sources } from '../../system/runner-api/source-api.ts'
import { sha256Hex } from '../../system/secrets/hashes.ts'
import { sendIds } from '../../system/context/runner-call-ids.ts'

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
