import { waitUntil } from 'cloudflare:workers'
import { onErrorLine } from '../../system/log/log.ts'
import { sentrySender } from '../../system/log/send-to-sentry.ts'

/** Has each Worker's errors reported to Sentry, under its deployed version. `dsn` is called for each; empty for none. */
export function reportErrors(version: WorkerVersionMetadata | undefined, dsn: () => string): void {
  const send = sentrySender({
    dsn,
    release: version?.id,
    fetch: (url, init) => fetch(url, init),
    defer: waitUntil,
    now: Date.now,
  })
  onErrorLine(send)
}
