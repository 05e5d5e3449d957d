/** A line of the log, as it was written. */
type Line = Record<string, unknown> & { event?: unknown; message?: unknown; stack?: unknown }

type Frame = { function: string; filename: string; lineno: number; colno: number; in_app: boolean }

/** What a text may have of a secret or a person, and what is left of it. */
const PRIVATE = [
  [/(\w+:\/\/)(?:[^\s/@]*@)?([^\s/?#"']+)[^\s"')]*/g, '$1$2'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[email]'],
  [/(?=[A-Za-z_-]*\d)[\w-]{20,}/g, '[id]'],
  [/\d{6,}/g, '[number]'],
] as const
const LONGEST = 1000

/**
 * A line of the log as an event of Sentry's: by its stack where it has one, otherwise grouped by what it says.
 * `timestamp` in seconds. It has no addresses, keys, ids or numbers but the request's id.
 */
export function sentryEvent(text: string, about: { event_id: string; timestamp: number; release?: string }) {
  const { level: _, event, message, stack, request_id, client_id: _own, route, ...fields }: Line = JSON.parse(text)
  const said = withoutPrivate(String(message ?? event))
  return {
    ...about,
    platform: 'javascript',
    level: 'error',
    logger: String(event),
    tags: { event, request_id, route },
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

function withoutPrivate(text: string): string {
  return PRIVATE.reduce((left, [found, by]) => left.replace(found, by), text.slice(0, LONGEST))
}

/** V8's lines, outermost call first as Sentry wants them. */
function framesOf(stack: string): Frame[] {
  return [...stack.matchAll(/^ +at (?:(.+) \()?(.+?):(\d+):(\d+)\)?$/gm)]
    .map(([, name = '?', file = '', line, column]) => ({
      function: name,
      filename: `app:///${file.split('/').at(-1)}`,
      lineno: Number(line),
      colno: Number(column),
      in_app: !/^(cloudflare|node)/.test(file),
    }))
    .toReversed()
}
