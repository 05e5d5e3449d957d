import { safeReturnTo } from '../../worker/contract/addresses.ts'
import type { Activation } from '../../worker/contract/connections/service.ts'
import type { ErrorEnvelope } from '../../worker/contract/errors.ts'
import { unwrap } from '../edge/api/api-fetch.ts'
import type { Loaded, PrivateLoadInput, Route } from '../edge/routing/page-route.ts'
import type { ActivateData } from './activate/activate-page.tsx'

export const connectionRoutes = [
  { pattern: '/activate', page: 'connections/activate/activate-page', access: 'private', load: activate },
  {
    pattern: '/settings/connections',
    page: 'connections/connections-page',
    access: 'private',
    takesCards: true,
    load: async ({ mine, me, timeZone }) => {
      const [{ connections }, { tier, upgrades }] = await Promise.all([unwrap(mine.api.connections.$get()), me])
      return { kind: 'page', data: { connections, user: { tier, upgrades }, timeZone }, title: 'Connections' }
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
  const names = ['return_to', 'reconnect', 'ask', 'continuation', 'way', 'server'] as const
  const given: Partial<Record<(typeof names)[number], string>> = {}
  for (const name of names) {
    const value = search.get(name)
    if (value !== null) given[name] = value
  }
  return { 'c[]': search.getAll('c[]'), ...given }
}

/** An unknown or unconfigured service, or one beyond the plan: shows the reason and a way back. */
function refused(body: unknown, search: URLSearchParams): Loaded<ActivateData> {
  // The Worker's onError wrote this message.
  const { error, errors } = (body ?? {}) as Partial<ErrorEnvelope>
  const message = errors?.[0]?.message ?? error?.message ?? ''
  const return_to = safeReturnTo(search.get('return_to')) ?? '/'
  const isTier = error?.code === 'tier_required'
  const help = error?.redirect_to && { label: isTier ? 'Compare plans' : 'Set it up', to: error.redirect_to }
  return {
    kind: 'page',
    data: { kind: 'refused', message, return_to, help: help || null },
    title: 'This could not be connected',
    status: isTier ? 403 : 404,
  }
}
