import { Hono } from 'hono'
import { signInRoutes } from '../../oauth/authorization-server.ts'
import { newOAuthState, type OAuthContext } from '../../oauth/oauth-state.ts'
import { expireGrant, grantsOf } from '../../oauth/oauth-tokens.ts'
import { larderApi, LARDER_SERVICE_KEY, noteDelivery, noteLow, type LarderKind } from './larder-api.ts'
import { LARDER_SIGN_IN } from './larder-oauth.ts'
import { newLarderState, type LarderAccount, type LarderState } from './larder-state.ts'

export type Larder = {
  app: Hono
  state: LarderState
  oauth: OAuthContext
  /** Something is running out; tells the product where it is known, as the realtime part of the protocol does. */
  runsLow(account: LarderAccount, values: { item: string; shelf: string; left: number }): Promise<void>
  /** A delivery came; tells the product of the account instead of the identity. */
  delivers(account: LarderAccount, values: { sender: string; parcels: number }): Promise<void>
  /** All access tokens end; refresh tokens go on. */
  expireTokens(): void
  /** The product's answers when it was told, oldest first. */
  told: number[]
  /** From now on the product is told when something happens. */
  tellAt(tell: Tell): void
}

/** As many calls are kept. */
const CALLS_MAX = 500

type Hint = { user_id: string } | { trigger_identity: string }
/** Sends a request to the product's realtime address. */
type Tell = (body: { data: Hint[] }, headers: Record<string, string>) => Promise<{ status: number } | null>

type Start = { now: () => number; state?: LarderState; oauth?: OAuthContext; address?: string } & Partial<LarderKind>

/** Larder, for tests in the same process and for developers beside `npm start`. */
export function createLarder({
  now,
  state = newLarderState(),
  oauth = { state: newOAuthState(), now, save: () => {} },
  address = 'http://larder.test',
  signs_in = true,
  names_triggers = true,
}: Start): Larder {
  const told: number[] = []
  let tell: Tell | null = null
  const app = new Hono()
  app.use(async (c, next) => {
    const body = new TextDecoder().decode(await c.req.raw.clone().arrayBuffer())
    await next()
    const { method, path } = c.req
    state.calls.push({ method, path, headers: c.req.header(), body, status: c.res.status })
    state.calls.splice(0, state.calls.length - CALLS_MAX)
  })
  app.route('/ifttt/v1', larderApi(state, oauth, { signs_in, names_triggers }))
  app.route('/', signInRoutes({ ctx: oauth, address, settings: LARDER_SIGN_IN }))
  const notify = async (data: Hint[]) => {
    if (data.length === 0 || !tell) return
    const headers = {
      accept: 'application/json',
      'accept-charset': 'utf-8',
      'content-type': 'application/json',
      'ifttt-service-key': LARDER_SERVICE_KEY,
      'x-request-id': crypto.randomUUID(),
    }
    const answer = await tell({ data }, headers)
    if (answer) told.push(answer.status)
  }
  return {
    app,
    state,
    oauth,
    told,
    runsLow: async (account, values) => {
      noteLow(state, account, values, now())
      const mine = Object.entries(state.identities).filter(
        ([, each]) => each.account === account && each.slug === 'runs_low',
      )
      await notify(mine.map(([trigger_identity]) => ({ trigger_identity })))
    },
    delivers: async (account, values) => {
      noteDelivery(state, account, values, now())
      await notify([{ user_id: account }])
    },
    tellAt: (product) => {
      tell = product
    },
    expireTokens: () => {
      for (const grant of grantsOf(oauth, LARDER_SIGN_IN.module_name)) expireGrant(oauth, grant)
    },
  }
}
