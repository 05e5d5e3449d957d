import { createLarder, type Larder } from '../../../../dev/stand-ins/doubles/ifttt-service/larder.ts'
import { LARDER_SERVICE_KEY } from '../../../../dev/stand-ins/doubles/ifttt-service/larder-api.ts'
import { addIftttService } from './add-service.fixture.ts'
import { larderManifest } from './larder-manifest.ts'
import { LARDER_CLIENT } from '../../../../dev/stand-ins/doubles/ifttt-service/larder-oauth.ts'
import type { LarderAccount } from '../../../../dev/stand-ins/doubles/ifttt-service/larder-state.ts'
import { activateServices } from '../../../connections/activate.ts'
import { completeConnection } from '../../../connections/complete-connection.ts'
import { connected_accounts, type AccountRow } from '../../../db/schema/connections.ts'
import { aUser } from '../../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../../testing/test-ctx.ts'

const BROWSER = 'b'.repeat(43)
const RETURN_TO = '/my_applets'

/** A user, and the strict service behind `ctx.fetch`, which is in the catalog and set up. */
export async function aLarderFixture() {
  const larder = createLarder({ now: () => Date.now() })
  const base = await testCtx({
    fetch: (input, init) => fetchLarder(larder, new Request(input, init)),
    settings: { SERVICE_CREDENTIALS: { larder: { ...LARDER_CLIENT, service_key: LARDER_SERVICE_KEY } } },
  })
  await addIftttService(base, larderManifest, LARDER_SERVICE_KEY)
  const user = await aUser(base.db)
  const ctx = await base.as(user)
  return { base, ctx, user, larder, connect: (account?: LarderAccount) => connectLarder(ctx, larder, account) }
}
export type LarderFixture = Awaited<ReturnType<typeof aLarderFixture>>

/** Larder at its own address; anything else is not there. */
export async function fetchLarder(larder: Larder, request: Request): Promise<Response> {
  const { host, pathname, search } = new URL(request.url)
  if (host !== 'larder.example') return new Response('Not here', { status: 404 })
  return larder.app.fetch(new Request(`http://larder.test${pathname}${search}`, request))
}

/** The user allows access in Larder's page. */
async function connectLarder(
  ctx: TestCtx,
  larder: Larder,
  account: LarderAccount = 'larder-ada',
): Promise<{ row: AccountRow | undefined; asked: URL; to: string }> {
  const wanted = { names: ['larder'], returnTo: RETURN_TO, reconnect: true, ask: false, fromOurs: true }
  const step = await activateServices(ctx, { ...wanted, continuation: null, browser: BROWSER })
  if (step.kind !== 'redirect') throw new Error(`Not sent to Larder but: ${step.kind}`)
  const asked = new URL(step.to)
  const body = new URLSearchParams({ decision: 'allow', account })
  const address = `http://larder.test${asked.pathname}${asked.search}`
  const allowed = await larder.app.request(address, { method: 'POST', body })
  const back = new URL(allowed.headers.get('location') ?? '')
  const { to } = await completeConnection(ctx, { module_name: 'larder', answer: back.searchParams, browser: BROWSER })
  const rows = await ctx.db.select().from(connected_accounts)
  return { row: rows.at(-1), asked, to }
}
