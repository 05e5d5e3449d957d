import type { LogIds } from '../../contract/shared/trace-ids.ts'
import { logIds, withLogIds } from '../log/log.ts'

/** Comes after a call's own arguments: an object that still runs the version before ignores it. */
type IdsOfCall = { log_ids: LogIds }

/** The Runner, told with each call for which request it works. */
export function sendIds<Runner extends object>(runner: Runner): Runner {
  return new Proxy(runner, {
    get(of, name) {
      const method: unknown = Reflect.get(of, name)
      if (typeof method !== 'function' || name === 'then') return undefined
      return (...args: unknown[]) => Reflect.apply(method, of, [...args, { log_ids: logIds() } satisfies IdsOfCall])
    },
  })
}

/** Makes the methods of a Durable Object's class log with the ids that `sendIds` sent. */
export function takeIds(methods: object): void {
  for (const name of Object.getOwnPropertyNames(methods)) {
    const method: unknown = Reflect.get(methods, name)
    if (name === 'constructor' || typeof method !== 'function') continue
    Object.defineProperty(methods, name, {
      value(this: unknown, ...args: unknown[]) {
        const last = args.at(-1)
        if (!isIdsOfCall(last)) return Reflect.apply(method, this, args)
        return withLogIds(last.log_ids, () => Reflect.apply(method, this, args.slice(0, -1)))
      },
      writable: true,
      configurable: true,
    })
  }
}

function isIdsOfCall(value: unknown): value is IdsOfCall {
  return typeof value === 'object' && value !== null && 'log_ids' in value
}
