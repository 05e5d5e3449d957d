import type { ComponentType } from 'react'
import type { Me } from '../../../worker/contract/accounts/me.ts'

/**
 * The viewer's part of a page, which arrives while the page streams. `unavailable`: there is a session cookie, but the API
 * did not answer, so nothing personal is shown.
 */
export type Session<Viewer = unknown> =
  | { kind: 'visitor' }
  | { kind: 'user'; me: Me; viewer: Viewer }
  | { kind: 'unavailable' }

/** The props of every page component. `Data`: the public part, or all of a private page. */
export type PageProps<Data, Viewer = null> = {
  data: Data
  session: Promise<Session<Viewer>>
  address: Address
}

/** Any page's component; app/routes.ts checks that a route's data fits it. */
export type AnyPage = ComponentType<PageProps<unknown, unknown>>

export type Address = { path: string; query: Record<string, string> }
