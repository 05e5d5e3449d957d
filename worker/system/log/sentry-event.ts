import { framesOf } from './stack-frames.ts'
import { withoutPrivate } from './without-private.ts'

/** A line of the log, as it was written. */
type Line = Record<string, unknown> & { event?: unknown; message?: unknown; stack?: unknown }

/**
 * A line of the log as an event of Sentry's: by its stack where it has one, otherwise grouped by what it says.
 * `timestamp` in seconds. It has no addresses, keys, ids or numbers but the request's id.
 */
export function sentryEvent(text: string, about: { event_id: string; timestamp: number; release?: string }) {
  const line: Line = JSON.parse(text)
  const { level: _, event, message, stack, request_id, client_id: _own, route, browser, release, ...fields } = line
  const said = withoutPrivate(String(message ?? event))
  return {
    ...about,
    // A page is of another build than the Worker.
    ...(release !== undefined && { release: String(release) }),
    platform: 'javascript',
    level: 'error',
    logger: String(event),
    tags: { event, request_id, route, ...(browser !== undefined && { browser }) },
    extra: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? withoutPrivate(value) : value]),
    ),
    ...(typeof stack === 'string'
      ? {
          exception: {
            values: [{ type: /^\w*/.exec(stack)?.[0], value: said, stacktrace: { frames: framesOf(stack) } }],
          },
        }
      : { logentry: { formatted: `${event}: ${said}` }, fingerprint: [event, said.replace(/\d+/g, '0')] }),
  }
}
