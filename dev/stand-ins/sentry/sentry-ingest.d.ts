import { type Event } from '@sentry/core'
/**
 * A stand-in for Sentry's ingest endpoint: takes envelopes as `https://develop.sentry.dev/sdk/envelopes/` describes them,
 * read by Sentry's own parser, and answers 400 with the reason where it would refuse one.
 */
export declare function sentryIngest(dsn: string): {
  /** The events that it took. */
  events: Event[]
  answers: (what: 'is_away' | 'is_full' | 'takes') => undefined
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>
}
