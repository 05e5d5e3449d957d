import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Ctx } from '../../system/context/context.ts'
import { aUser, someServices } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { activateServices } from '../activate.ts'
import { completeConnection, type Completed } from '../complete-connection.ts'
import { connected_accounts, type AccountRow } from '../../db/schema/connections.ts'
import { testProvider, TEST_SECRET, type TestProvider } from './oauth-provider.ts'

/** The `oauth` cookie of the browser in which a test starts. */
export const BROWSER = 'b'.repeat(43)
export const RETURN_TO = '/applets/star-to-sheet'

/** The services in `aConnectionFixture`, each at an address of its own. */
const SERVICE_ADDRESSES = Object.fromEntries(
  ['github', 'google_sheets', 'todoist'].map((name) => [name, `https://${name}.example`]),
)

/** A user without connections, and the services github, google_sheets (OAuth 2), todoist (key) and feeds (built in). */
export async function aConnectionFixture() {
  const provider = testProvider()
  const credentials = { client_id: 'switchyard', client_secret: TEST_SECRET }
  const base = await testCtx({
    fetch: provider.fetch,
    settings: { SERVICE_CREDENTIALS: { github: credentials, google_sheets: credentials }, SERVICE_ADDRESSES },
  })
  await someServices(base.db, [
    { module_name: 'github', name: 'GitHub', revoke_url: null },
    { module_name: 'google_sheets', name: 'Google Sheets' },
    { module_name: 'todoist', connect_kind: 'key' },
    { module_name: 'feeds', connect_kind: 'none' },
  ])
  const user = await aUser(base.db)
  const ctx = await base.as(user)
  /** The user starts and allows access; returns the callback address that the service redirects to. */
  const allowed = async (names = ['github'], account?: string) => provider.allow(await begin(ctx, names), account)
  return { ctx, base, user, provider, allowed }
}

export type ConnectionFixture = Awaited<ReturnType<typeof aConnectionFixture>>

export function wanting(names: string[], more: Partial<Omit<Parameters<typeof activateServices>[1], 'names'>> = {}) {
  return {
    names,
    returnTo: RETURN_TO,
    reconnect: false,
    ask: false,
    fromOurs: true,
    continuation: null,
    browser: BROWSER,
    ...more,
  }
}

/** Starts connecting these services and returns the service's address that the browser is sent to. */
export async function begin(ctx: Ctx, names: string[], more: Parameters<typeof wanting>[1] = {}): Promise<string> {
  const activation = await activateServices(ctx, wanting(names, more))
  if (activation.kind !== 'redirect') throw new Error(`Not sent to a service but: ${activation.kind}`)
  return activation.to
}

/** The browser comes back to our callback address. */
export function comeBack(
  ctx: Ctx,
  address: URL,
  change: { browser?: string | null; module_name?: string } = {},
): Promise<Completed> {
  const module_name = address.pathname.split('/').at(-1) ?? ''
  return completeConnection(ctx, { module_name, answer: address.searchParams, browser: BROWSER, ...change })
}

/** Connects one service completely, with one of its accounts. */
export async function connectService(
  ctx: TestCtx,
  provider: TestProvider,
  name: string,
  account?: string,
): Promise<AccountRow> {
  const back = provider.allow(await begin(ctx, [name], { reconnect: true }), account)
  const completed = await comeBack(ctx, back)
  const row = (await accountRows(ctx)).at(-1)
  if (!row) throw new Error(`Not connected: ${completed.to}`)
  return row
}

export function accountRows(ctx: Ctx): Promise<AccountRow[]> {
  return ctx.db.select().from(connected_accounts).orderBy(connected_accounts.created_at, connected_accounts.id)
}

export async function accountRow(ctx: Ctx, id: string): Promise<AccountRow> {
  const [row] = await ctx.db.select().from(connected_accounts).where(eq(connected_accounts.id, id))
  if (!row) throw new Error('The account is gone.')
  return row
}

export function queryOf(address: string): Record<string, string> {
  return Object.fromEntries(new URL(address, 'https://own.invalid').searchParams)
}

/** Where the browser is redirected, and the message there. */
export async function outcome(completed: Promise<Completed>) {
  const { to, flash } = await completed
  return { to, flash, message: queryOf(to)['error_message'] ?? '' }
}

/** The outcome of a failed connection. */
export function failedAt(path: string, message: string | RegExp) {
  return {
    flash: null,
    to: expect.stringMatching(new RegExp(`^${path}\\?error_type=connection_failed&error_message=`)),
    message: expect.stringMatching(message),
  }
}
