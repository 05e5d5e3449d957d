import { and, eq } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import { oauth_states } from '../schema/connections.ts'

/** A sign-in that has been begun at a service. */
export type OAuthState = typeof oauth_states.$inferSelect

export async function insertOAuthState({ db }: DbCtx, state: OAuthState): Promise<void> {
  await db.insert(oauth_states).values(state)
}

/** Deletes the state of a browser, by hashes, so that it counts once. Null: a second time, or elsewhere. */
export async function deleteOAuthState(
  { db }: DbCtx,
  { state_hash, browser_hash }: Pick<OAuthState, 'state_hash' | 'browser_hash'>,
): Promise<OAuthState | null> {
  const isIt = and(eq(oauth_states.state_hash, state_hash), eq(oauth_states.browser_hash, browser_hash))
  const [row] = await db.delete(oauth_states).where(isIt).returning()
  return row ?? null
}
