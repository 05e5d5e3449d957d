import { Log, LogLevel } from 'miniflare'

/** As a wrangler.toml names it. `script_name`: the Worker that has the class, if it is another one. */
export type DurableObjectBinding = { name: string; class_name: string; script_name?: string | undefined }

/** Builds the options of one workerd's Workers. `persistTo`: where D1, KV and Durable Objects outlive the process. */
export function atPort(port: number, persistTo?: string, onLogLine: (line: string) => void = () => {}) {
  return {
    host: '127.0.0.1',
    port,
    log: new Log(LogLevel.ERROR),
    handleStructuredLogs: ({ message }: { message: string }) => onLogLine(message),
    // So that the outbox can hand in mail.
    unsafeTriggerHandlers: true,
    ...(persistTo !== undefined && { resourcePersistencePath: persistTo }),
  }
}

/** All of our Durable Objects store in SQLite. */
export function durableObjectsOf(bindings: readonly DurableObjectBinding[]) {
  return Object.fromEntries(
    bindings.map(
      ({ name, class_name, script_name }) =>
        [
          name,
          { className: class_name, useSQLite: true, ...(script_name !== undefined && { scriptName: script_name }) },
        ] as const,
    ),
  )
}
