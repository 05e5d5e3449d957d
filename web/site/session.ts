import type { ComponentType } from 'react'
import type { Me } from '../../worker/contract/accounts/me.ts'

/**
 * What the viewer adds to a page. A page starts as everyone's; this arrives while it streams. `unavailable`: there is a
 * session, but the API did not answer, so nothing personal is shown and nothing is taken for granted.
 */
export type Session<Viewer = unknown> =
  | { kind: 'visitor' }
  | { kind: 'user'; me: Me; viewer: Viewer }
  | { kind: 'unavailable' }

/** What every page component gets. `Data` is the public part, or all of a private page. */
export type PageProps<Data, Viewer = null> = {
  data: Data
  session: Promise<Session<Viewer>>
  address: Address
}

/** Any page's component; app/routes.ts checks that a route's data fits it. */
export type AnyPage = ComponentType<PageProps<unknown, unknown>>

export type Address = { path: string; query: Record<string, string> }
