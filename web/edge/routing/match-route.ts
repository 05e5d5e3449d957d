import type { Address } from '../../site/session/session.ts'
import type { Route } from './page-route.ts'

export type Match = { route: Route; params: Record<string, string>; address: Address }

type Compiled = { route: Route; pattern: URLPattern; mayMatch: (segments: readonly string[]) => boolean }

/** Compiles the patterns once. A match keeps only the query parameters that its route names, so that others cannot split the cache. */
export function routeMatcher(routes: readonly Route[]): (url: URL) => Match | null {
  const compiled: Compiled[] = routes.map((route) => ({
    route,
    pattern: new URLPattern({ pathname: route.pattern }),
    mayMatch: segmentCheck(route.pattern),
  }))
  return (url) => {
    const segments = url.pathname.split('/')
    for (const { route, pattern, mayMatch } of compiled) {
      if (!mayMatch(segments)) continue
      const groups = pattern.exec({ pathname: url.pathname })?.pathname.groups
      if (!groups) continue
      const params = Object.entries(groups).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, decode(value)]],
      )
      const query = (route.query ?? []).flatMap((name) => {
        const value = url.searchParams.get(name)
        return value === null ? [] : [[name, value.slice(0, 200)]]
      })
      return {
        route,
        params: Object.fromEntries(params),
        address: { path: url.pathname, query: Object.fromEntries(query) },
      }
    }
    return null
  }
}

/** Most patterns are ruled out by their fixed segments, which takes far less time than asking each URLPattern. */
function segmentCheck(pattern: string): Compiled['mayMatch'] {
  const own = pattern.split('/')
  return (asked) => own.length === asked.length && own.every((text, n) => text.startsWith(':') || text === asked[n])
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
