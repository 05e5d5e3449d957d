import { safeReturnTo } from '../../worker/contract/addresses.ts'
import type { Activation } from '../../worker/contract/connections/service.ts'
import type { ErrorEnvelope } from '../../worker/contract/errors.ts'
import { unwrap } from '../edge/api/api-fetch.ts'
import type { Loaded, PrivateLoadInput, Route } from '../edge/routing/page-route.ts'
import type { ActivateData } from './activate-page.tsx'

export const connectionRoutes = [
  { pattern: '/activate', page: 'connections/activate-page', access: 'private', load: activate },
  {
    pattern: '/settings/connections',
    page: 'connections/connections-page',
    access: 'private',
    takesCards: true,
    load: async ({ mine, me, timeZone }) => {
      const [{ connections }, { tier }] = await Promise.all([unwrap(mine.api.connections.$get()), me])
      return { kind: 'page', data: { connections, tier, timeZone }, title: 'Connections' }
    },
  },
] as const satisfies readonly Route[]

/**
 * The activation path (§4.10): the Worker decides the next step. A redirect that starts OAuth carries the cookie that
 * binds the flow to this browser.
 */
async function activate({ mine, search }: PrivateLoadInput): Promise<Loaded<ActivateData>> {
  const response = await mine.api.activation.$get({ query: queryOf(search) })
  if (response.status >= 500) throw new Error(`The activation answered ${response.status}.`)
  if (!response.ok) return refused(await response.json().catch(() => null), search)
  const activation: Activation = await response.json()
  if (activation.kind === 'redirect' || activation.kind === 'done') {
    return { kind: 'redirect', to: activation.to, cookies: response.headers.getSetCookie() }
  }
  return { kind: 'page', data: activation, title: `Connect ${activation.service.name}` }
}

/** The query as it came, limited to the parameters that the call knows. */
function queryOf(search: URLSearchParams) {
  const one = (name: string) => search.get(name) ?? undefined
  const [return_to, reconnect, ask, continuation] = [
    one('return_to'),
    one('reconnect'),
    one('ask'),
    one('continuation'),
  ]
  return {
    'c[]': search.getAll('c[]'),
    ...(return_to !== undefined && { return_to }),
    ...(reconnect !== undefined && { reconnect }),
    ...(ask !== undefined && { ask }),
    ...(continuation !== undefined && { continuation }),
  }
}

/** An unknown or unconfigured service, or one beyond the plan: shows the reason and a way back. */
function refused(body: unknown, search: URLSearchParams): Loaded<ActivateData> {
  // The Worker's onError wrote this message.
  const { error, errors } = (body ?? {}) as Partial<ErrorEnvelope>
  const message = errors?.[0]?.message ?? error?.message ?? ''
  const return_to = safeReturnTo(search.get('return_to')) ?? '/'
  const plans = error?.code === 'tier_required' ? (error.redirect_to ?? null) : null
  return {
    kind: 'page',
    data: { kind: 'refused', message, return_to, plans },
    title: 'This could not be connected',
    status: plans === null ? 404 : 403,
  }
}
