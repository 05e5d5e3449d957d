import { Hono } from 'hono'
import { listen } from '../stand-in/listen.ts'
import { emptyAccount, type AccountState } from './account-state.ts'
import { answer, answerPage, found, refuse, Refusal } from './api-envelope.ts'
import { d1Routes } from './d1-routes.ts'
import { kvRoutes } from './kv-routes.ts'
import { assetRoutes, pagesRoutes } from './pages-routes.ts'
import { queueRoutes } from './queue-routes.ts'
import { workerRoutes } from './worker-routes.ts'

export const TOKEN = 'stand-in-token'

/** The fate of a call: null lets it through. `lost`: it is done, but its answer never arrives. */
export type Fault = { status: number; retryAfter?: string } | 'lost' | null

/** Asked for each call, with its number from 1. */
type FaultOf = (call: number, request: Request) => Fault

/** Cloudflare's API at `{origin}/client/v4`, as its documentation says, with the accounts in memory. */
export async function startCloudflare(accounts: AccountState[] = [emptyAccount('a'.repeat(32), 'Operator')]) {
  const state: { fault: FaultOf; calls: number } = { fault: () => null, calls: 0 }
  const server = await listen(0, (origin) => {
    const api = new Hono().basePath('/client/v4')
    api.get('/accounts', (c) =>
      answerPage(
        c,
        accounts.map(({ id, name }) => ({ id, name })),
      ),
    )
    api.get('/user/tokens/verify', (c) => answer(c, { id: 'f'.repeat(32), status: 'active' }))
    api.get('/zones', (c) =>
      answerPage(
        c,
        accounts
          .flatMap(({ zones }) => zones.map(({ id, name }) => ({ id, name })))
          .filter(({ name }) => name === c.req.query('name')),
      ),
    )
    api.get('/zones/:zone/workers/routes', (c) =>
      answer(
        c,
        found(
          accounts.flatMap(({ zones }) => zones).find(({ id }) => id === c.req.param('zone')),
          7003,
          'Could not route to this zone, perhaps your object identifier is invalid?',
        ).routes,
      ),
    )
    for (const account of accounts) {
      const path = `/accounts/${account.id}`
      api.route(`${path}/d1/database`, d1Routes(account, `${origin}/client/v4${path}/d1/database`))
      api.route(`${path}/storage/kv/namespaces`, kvRoutes(account))
      api.route(`${path}/queues`, queueRoutes(account))
      api.route(`${path}/workers`, workerRoutes(account))
      api.route(`${path}/pages/projects`, pagesRoutes(account))
    }
    api.route('/pages/assets', assetRoutes(found(accounts[0], 7003, 'There is no account')))
    api.notFound((c) =>
      refuse(c, new Refusal(404, 7003, `Could not route to ${c.req.path}, perhaps your object identifier is invalid?`)),
    )
    api.onError((error, c) => {
      if (error instanceof Refusal) return refuse(c, error)
      console.error(error)
      return refuse(c, new Refusal(500, 10013, `workers.api.error.unknown: ${error.message}`))
    })
    return async (request, drop) => {
      const { pathname } = new URL(request.url)
      const account = accounts.find(({ id }) => pathname.includes(id)) ?? accounts[0]
      const method = request.method
      state.calls += 1
      const trouble = state.fault(state.calls, request)
      const response =
        trouble !== null && trouble !== 'lost' ? failed(trouble) : await authorized(request, () => api.fetch(request))
      account?.calls.push({ method, path: pathname.replace('/client/v4', ''), status: response.status })
      return trouble === 'lost' ? drop() : response
    }
  })
  return {
    ...server,
    /** For CLOUDFLARE_API_BASE_URL. */
    base: `${server.origin}/client/v4`,
    account: found(accounts[0], 7003, 'There is no account'),
    setFault: (next: FaultOf) => {
      state.fault = next
      state.calls = 0
    },
  }
}

function authorized(request: Request, next: () => Response | Promise<Response>): Response | Promise<Response> {
  const given = request.headers.get('authorization')
  const { pathname } = new URL(request.url)
  // Uploads have addresses and tokens of their own.
  if (given === `Bearer ${TOKEN}` || pathname.includes('/uploads/') || pathname.includes('/pages/assets/'))
    return next()
  return Response.json(
    { success: false, errors: [{ code: 10000, message: 'Authentication error' }], messages: [], result: null },
    { status: 401 },
  )
}

function failed({ status, retryAfter }: Exclude<Fault, 'lost' | null>): Response {
  const message =
    status === 429
      ? 'More than 1200 requests per 300 seconds reached. Please wait and consider throttling your request speed'
      : 'Internal error'
  return Response.json(
    { success: false, errors: [{ code: status === 429 ? 971 : 10013, message }], messages: [], result: null },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } },
  )
}
