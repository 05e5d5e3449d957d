import { dsnFromString, parseEnvelope, type Event } from '@sentry/core'
import { Hono } from 'hono'

/**
 * A stand-in for Sentry's ingest endpoint: takes envelopes as `https://develop.sentry.dev/sdk/envelopes/` describes them,
 * read by Sentry's own parser, and answers 400 with the reason where it would refuse one.
 */
export function sentryIngest(dsn: string) {
  const events: Event[] = []
  let answer: 'takes' | 'is_full' | 'is_away' = 'takes'
  const known = dsnFromString(dsn)
  const app = new Hono()
  app.post('*', async (c) => {
    if (answer === 'is_away') throw new Error('Sentry is away.')
    if (answer === 'is_full') return c.json({ detail: 'rate limit' }, 429, { 'retry-after': '30' })
    const problem = problemWith(c.req.path, c.req.header('x-sentry-auth') ?? '')
    if (problem !== null) return c.json({ detail: problem }, 403)
    const [header, items] = parseEnvelope(await c.req.text())
    const [item] = items
    const { type } = item?.[0] ?? {}
    const event = item?.[1] as Event | undefined
    if (type !== 'event' || items.length !== 1 || !event) return c.json({ detail: 'no event' }, 400)
    if (!/^[0-9a-f]{32}$/.test(event.event_id ?? '')) return c.json({ detail: 'bad event_id' }, 400)
    if (!('event_id' in header) || header.event_id !== event.event_id)
      return c.json({ detail: 'event_ids differ' }, 400)
    if (!('sent_at' in header) || Number.isNaN(Date.parse(String(header.sent_at))))
      return c.json({ detail: 'bad sent_at' }, 400)
    if (!event.exception && !event.logentry) return c.json({ detail: 'says nothing' }, 400)
    events.push(event)
    return c.json({ id: event.event_id })
  })

  function problemWith(path: string, auth: string): string | null {
    if (!known) return 'the DSN cannot be read'
    const base = known.path ? `/${known.path}` : ''
    if (path !== `${base}/api/${known.projectId}/envelope/`) return `unknown address ${path}`
    const fields = new Map(
      auth
        .replace(/^Sentry /, '')
        .split(', ')
        .map((pair) => pair.split('=', 2) as [string, string]),
    )
    if (!auth.startsWith('Sentry ') || fields.get('sentry_version') !== '7') return 'not version 7'
    return fields.get('sentry_key') === known.publicKey ? null : 'unknown key'
  }

  return {
    /** The events that it took. */
    events,
    answers: (what: typeof answer) => void (answer = what),
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => app.fetch(new Request(input, init)),
  }
}
