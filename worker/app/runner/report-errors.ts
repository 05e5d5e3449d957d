import { waitUntil } from 'cloudflare:workers'
import { RUNNER_WORKER_SETTINGS } from '../../system/context/settings/runner-worker-settings.ts'
import type { RunnerEnv } from '../../system/context/runner-env.ts'
import { onErrorLine } from '../../system/log/log.ts'
import { sentrySender } from '../../system/log/send-to-sentry.ts'

/** Has each Worker's errors reported to Sentry, under its deployed version, also where another setting stops it. */
export function reportErrors({ VERSION, SENTRY_DSN }: RunnerEnv): void {
  const send = sentrySender({
    dsn: RUNNER_WORKER_SETTINGS.SENTRY_DSN.safeParse(SENTRY_DSN).data ?? '',
    release: VERSION?.id,
    fetch: (url, init) => fetch(url, init),
    defer: waitUntil,
    now: Date.now,
  })
  onErrorLine(send)
}
