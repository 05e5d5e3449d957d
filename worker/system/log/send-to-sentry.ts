import { sentryEvent } from './sentry-event.ts'

/** How many errors an isolate sends in a minute at most. Those of browsers leave room for our own. */
const MOST_A_MINUTE = { ours: 20, browser: 5 }
const FROM_BROWSER = '{"level":"error","event":"browser_error",'
const MINUTE = 60_000

type Parts = {
  /** `https://{key}@{host}/{project}`; empty for none. */
  dsn: string
  release?: string | undefined
  fetch: typeof fetch
  /** Keeps the invocation alive until it is sent. */
  defer: (work: Promise<unknown>) => void
  now: () => number
}

/**
 * Returns a function that sends a line of the log to Sentry's envelope endpoint. It never throws, and nobody waits for
 * it. A line that is over the limit, or comes while Sentry wants a pause, is only counted.
 */
export function sentrySender({ dsn, release, fetch, defer, now }: Parts): (line: string) => void {
  let minute = { ends: 0, ours: 0, browser: 0 }
  let paused_until = 0
  let dropped = 0

  async function send(line: string, to: URL): Promise<void> {
    const event_id = crypto.randomUUID().replaceAll('-', '')
    const event = sentryEvent(line, { event_id, timestamp: now() / 1000, ...(release !== undefined && { release }) })
    const body = [
      { event_id, sent_at: new Date(now()).toISOString() },
      { type: 'event' },
      { ...event, extra: { ...event.extra, dropped } },
    ]
    dropped = 0
    const [project, ...above] = to.pathname.split('/').toReversed()
    const { status, headers } = await fetch(`${to.origin}${above.toReversed().join('/')}/api/${project}/envelope/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=switchyard/1.0, sentry_key=${to.username}`,
      },
      body: body.map((part) => JSON.stringify(part)).join('\n'),
    })
    if (status === 429) paused_until = now() + (Number(headers.get('retry-after')) || 60) * 1000
  }

  return (line) => {
    try {
      if (dsn === '') return
      const from = line.startsWith(FROM_BROWSER) ? 'browser' : 'ours'
      if (now() >= minute.ends) minute = { ends: now() + MINUTE, ours: 0, browser: 0 }
      if (now() < paused_until || minute[from] >= MOST_A_MINUTE[from]) dropped += 1
      else {
        minute[from] += 1
        defer(send(line, new URL(dsn)).catch(() => null))
      }
    } catch {
      // The line is in the log already.
    }
  }
}
