import type { Explore } from '../../../worker/contract/applets/browse.ts'
import { ApiRefusal, unwrap } from '../../edge/api/api-fetch.ts'
import type { LoadInput, Loaded } from '../../edge/routing/page-route.ts'

const DESCRIPTION =
  'Browse the services that you can connect, and the most popular Applets that make them work together.'

/** `limited`: the one who asks has searched too often. `unavailable`: search does not work, and what is popular is shown. */
export type ExploreData = Explore & { problem?: 'limited' | 'unavailable' }

/** Loads what is popular, or a search, which counts as a call. */
export async function loadExplore({ api, counted, address }: LoadInput): Promise<Loaded<ExploreData>> {
  const q = (address.query.q ?? '').trim()
  const popular = () => unwrap(api.api.explore.$get({ query: {} }))
  if (!q) {
    const head = { unlisted: false }
    return { kind: 'page', data: await popular(), title: 'Explore', description: DESCRIPTION, head }
  }
  const page = { kind: 'page', title: `Results for “${q}”`, head: { unlisted: true } } as const
  try {
    return { ...page, data: await unwrap(counted.api.explore.$get({ query: { q } })) }
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    const { status, retryAfter } = error
    if (status === 429)
      return { ...page, data: { services: [], steps: [], applets: [], problem: 'limited' }, status, retryAfter }
    if (status === 503) return { ...page, data: { ...(await popular()), problem: 'unavailable' }, status }
    throw error
  }
}
