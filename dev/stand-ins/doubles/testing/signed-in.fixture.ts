import { runningServices } from '../../services/running-services.fixture.ts'
import { activateServices } from '../../../../worker/connections/activate.ts'
import { completeConnection } from '../../../../worker/connections/complete-connection.ts'
import type { Ctx } from '../../../../worker/system/context/context.ts'
import { settingsOf, type Env } from '../../../../worker/system/context/env.ts'
import { makeCtx } from '../../../../worker/app/context/make-ctx.ts'
import { connect } from '../../../../worker/system/d1/client.ts'
import { connected_accounts, type AccountRow } from '../../../../worker/db/schema/connections.ts'
import { accountOwner, decryptToken } from '../../../../worker/system/secrets/token-encryption.ts'
import { catalogRows } from '../../../../worker/services/catalog/catalog-rows.ts'
import { catalogSql } from '../../../../worker/db/services/catalog-sql.ts'
import { serviceDefinitions } from '../../../../worker/services/service-registry.ts'
import { aUser, signIn } from '../../../../worker/testing/rows.ts'
import { memoryKv } from '../../../test/d1-in-node/memory-kv.ts'
import { sqliteD1 } from '../../../test/d1-in-node/sqlite-d1.ts'
import { LOCAL_SETTINGS } from '../../../settings/local-settings.ts'

const BROWSER = 'b'.repeat(43)
const RETURN_TO = '/settings/connections'

/** Without a Runner and a queue: nothing of what is tested asks for them. */
function asEnv(env: Record<string, unknown>): Env {
  return env as Env
}

type Start = { credentials?: Record<string, { client_id: string; client_secret: string }>; now?: () => number }

/**
 * A user of the product, over a D1 in this process, and all doubles, which the product reaches as it reaches services.
 */
export async function productWithDoubles({ credentials = {}, now = Date.now }: Start = {}) {
  const services = await runningServices({ now })
  const DB = sqliteD1()
  const addresses = services.addresses
  const env = asEnv({
    ...LOCAL_SETTINGS,
    DB,
    CACHE: memoryKv(),
    SITE_ORIGIN: 'http://localhost:8788',
    SERVICE_CREDENTIALS: JSON.stringify(credentials),
    SERVICE_ADDRESSES: JSON.stringify(addresses),
    TRUSTED_ORIGINS: services.origin,
  })
  const settings = settingsOf(env)
  for (const statement of catalogSql(catalogRows(serviceDefinitions(), addresses))) await DB.exec(statement)
  const deferred: Promise<unknown>[] = []
  const asUser = async (): Promise<Ctx> => {
    const user = await aUser(connect(DB))
    const { token_hash } = await signIn(connect(DB), user, now())
    const caller = { sessionHash: token_hash, userMark: null, userAgent: 'test', ip: '192.0.2.1' }
    return makeCtx(env, settings, caller, (work) => void deferred.push(work), now)
  }
  const ctx = await asUser()
  const another = await asUser()
  return {
    services,
    ctx,
    asAnother: () => ({ ctx: another, ...signingIn(another) }),
    settled: () => Promise.all(deferred),
    ...signingIn(ctx),
  }
}

/** Acts as the user does in their browser, and reads what the product then has. */
function signingIn(ctx: Ctx) {
  const start = async (module_name: string, server: string | null = null, reconnect = true) => {
    const wanted = { names: [module_name], returnTo: RETURN_TO, reconnect, ask: false, fromOurs: true, server }
    return activateServices(ctx, { ...wanted, continuation: null, browser: BROWSER })
  }
  /** Presses Allow at the service. Returns the address that it leads back to. */
  const allow = async (address: string, form: Record<string, string> = { decision: 'allow' }): Promise<URL> => {
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    const back = answer.headers.get('location')
    if (back === null) throw new Error(`${answer.status} ${await answer.text()}`)
    return new URL(back)
  }
  const comeBack = (back: URL) => {
    const [, module_name = '', server_key = null] =
      /^\/api\/connections\/callback\/(\w+)(?:\/([\w-]+))?$/.exec(back.pathname) ?? []
    return completeConnection(ctx, { module_name, server_key, answer: back.searchParams, browser: BROWSER })
  }
  const accounts = () => ctx.db.select().from(connected_accounts).orderBy(connected_accounts.created_at)
  return {
    start,
    allow,
    comeBack,
    accounts,
    /** Signs in completely. Throws where the user is not led to a service. */
    connect: async (module_name: string, server: string | null = null) => {
      const step = await start(module_name, server)
      if (step.kind !== 'redirect') throw new Error(`Not led to a service but: ${JSON.stringify(step)}`)
      const { to } = await comeBack(await allow(step.to))
      const account = (await accounts()).at(-1)
      if (!account || to !== RETURN_TO) throw new Error(`Not connected: ${to}`)
      return account
    },
    /** The account's text, as it was before it was sealed. */
    opened: (account: AccountRow) => decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), account.access_token),
  }
}
