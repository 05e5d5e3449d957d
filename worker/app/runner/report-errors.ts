import { waitUntil } from 'cloudflare:workers'
import { RUNNER_WORKER_SETTINGS } from '../../system/context/settings/runner-worker-settings.ts'
import type { RunnerEnv } from '../../system/context/runner-env.ts'
import { connect } from '../../system/d1/client.ts'
import { countErrorLinesWith, onErrorLine } from '../../system/log/log.ts'
import { sentrySender } from '../../system/log/send-to-sentry.ts'
import { countErrorLine } from '../../db/upkeep/error-lines.ts'

/**
 * Has each Worker's error lines counted in D1, and reported to Sentry under its deployed version, also where another
 * setting stops it.
 */
export function reportErrors({ VERSION, SENTRY_DSN, DB }: RunnerEnv): void {
  const send = sentrySender({
    dsn: RUNNER_WORKER_SETTINGS.SENTRY_DSN.safeParse(SENTRY_DSN).data ?? '',
    release: VERSION?.id,
    fetch: (url, init) => fetch(url, init),
    defer: waitUntil,
    now: Date.now,
  })
  onErrorLine(send)
  const countLine = async (whose: string) => countErrorLine({ db: connect(DB), now: Date.now }, whose)
  countErrorLinesWith({ countLine, defer: waitUntil })
}
