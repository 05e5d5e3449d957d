import { sendIds } from './runner-call-ids.ts'
import type { RunnerApi, Runners } from '../runner-api/runner-api.ts'

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
