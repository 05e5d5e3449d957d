import { Log, LogLevel } from 'miniflare'

/** As wrangler.toml names it. */
export type DurableObjectBinding = { name: string; class_name: string }

/** What all Workers of one workerd share. `persistTo` is a folder where D1, KV and Durable Objects outlive the process. */
export function atPort(port: number, persistTo?: string) {
  return {
    host: '127.0.0.1',
    port,
    log: new Log(LogLevel.ERROR),
    handleStructuredLogs: () => {},
    // So that the outbox can hand in mail.
    unsafeTriggerHandlers: true,
    ...(persistTo !== undefined && { resourcePersistencePath: persistTo }),
  }
}

/** All of our Durable Objects store in SQLite. */
export function durableObjectsOf(bindings: readonly DurableObjectBinding[]) {
  return Object.fromEntries(
    bindings.map(({ name, class_name }) => [name, { className: class_name, useSQLite: true }] as const),
  )
}
