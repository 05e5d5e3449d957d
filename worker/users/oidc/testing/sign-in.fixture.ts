import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/accounts.ts'
import type { Ctx } from '../../../system/context/context.ts'
import type { Settings } from '../../../system/context/env.ts'
import { TEST_START, testCtx } from '../../../testing/test-ctx.ts'
import { completeSignIn, type EndOfSignIn } from '../complete-sign-in.ts'
import { startSignIn } from '../start-sign-in.ts'
import { identities } from '../../../db/schema/oidc.ts'
import { CLIENT_ID, ISSUER, TEST_SECRET, testOpenId } from './openid-provider.ts'

/** The `oauth` cookie of a test's browser. */
export const BROWSER = 'b'.repeat(43)
export const RETURN_TO = '/applets/star-to-sheet'

export const OIDC: Pick<Settings, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME'> = {
  OIDC_ISSUER: ISSUER,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: TEST_SECRET,
  OIDC_NAME: 'Test ID',
}

/** A site with an OpenID provider and no users. */
export async function aSignInFixture(settings: Partial<Settings> = {}) {
  let now = () => TEST_START
  const provider = await testOpenId(() => now())
  const ctx = await testCtx({ fetch: provider.fetch, settings: { ...OIDC, ...settings } })
  now = () => ctx.now()
  return { ctx, provider, allowed: async (returnTo?: string) => provider.allow(await begin(ctx, returnTo)) }
}

export type SignInFixture = Awaited<ReturnType<typeof aSignInFixture>>

/** Presses the button and returns the address that the browser is sent to. */
export async function begin(ctx: Ctx, returnTo = RETURN_TO): Promise<string> {
  const { to, started } = await startSignIn(ctx, { returnTo, browser: BROWSER, fromElsewhere: false })
  if (!started) throw new Error(`Not sent to the provider but to ${to}`)
  return to
}

/** The browser comes back to our callback address. */
export function comeBack(ctx: Ctx, address: URL, browser: string | null = BROWSER): Promise<EndOfSignIn> {
  return completeSignIn(ctx, { answer: address.searchParams, browser, timezone: 'Europe/Oslo' })
}

/** Signs in at the provider and comes back. */
export async function signInThere({ ctx, allowed }: SignInFixture): Promise<EndOfSignIn> {
  return comeBack(ctx, await allowed())
}

export function identityRows({ db }: Ctx) {
  return db.select().from(identities)
}

export async function userWith({ db }: Ctx, email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error(`Nobody has ${email}.`)
  return user
}

/** The result of a refused sign-in: no session, and the sign-in page with the problem. */
export function refusedWith(problem: string, returnTo = RETURN_TO): EndOfSignIn {
  const query = returnTo === '/' ? '' : `return_to=${encodeURIComponent(returnTo)}&`
  return { to: `/login?${query}sign_in_problem=${problem}`, begun: null, flash: null }
}
