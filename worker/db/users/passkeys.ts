import { and, count, eq, lt, sql } from 'drizzle-orm'
import { PASSKEYS_MAX, type ChallengePurpose } from '../../contract/accounts/passkey.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { users } from '../schema/accounts.ts'
import { passkey_challenges, passkeys } from '../schema/passkeys.ts'
import { insertSecurityEvent, type SecurityEvent } from './security-events.ts'

export type NewPasskeyRow = typeof passkeys.$inferInsert

/** A passkey that has signed. `sign_count`: what its row says from now on. */
export type PasskeyUse = { id: string; sign_count: number }

/** Adds a passkey to an account that has another one's place left, and records it. Returns false if there are too many. */
export async function insertPasskey(ctx: Ctx, row: NewPasskeyRow, event: SecurityEvent): Promise<boolean> {
  const { db } = ctx
  const room = lt(db.select({ count: count() }).from(passkeys).where(eq(passkeys.user_id, row.user_id)), PASSKEYS_MAX)
  const isAdded = sql`exists (select 1 from ${passkeys} where ${eq(passkeys.id, row.id)})`
  const { added } = await runNamed(db, {
    added: insertRow(db, passkeys, row, { where: room }).returning({ id: passkeys.id }),
    event: insertSecurityEvent(ctx, event, isAdded),
  })
  return added.length > 0
}

/** The passkey with this id of an authenticator, with its user as who signs in. */
export async function findPasskey({ db }: DbCtx, credential_id: string) {
  const { id, user_id, public_key, sign_count } = passkeys
  const { password_hash, email_verified_at, second_factor_at } = users
  const [row] = await db
    .select({ id, user_id, public_key, sign_count, password_hash, email_verified_at, second_factor_at })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .where(eq(passkeys.credential_id, credential_id))
  return row
}

/** What a browser needs to find the user's passkeys. */
export function readCredentials({ db }: DbCtx, user_id: string): Promise<{ id: string; transports: string[] }[]> {
  const { credential_id: id, transports } = passkeys
  return db.select({ id, transports }).from(passkeys).where(eq(passkeys.user_id, user_id)).execute()
}

export async function hasPasskey({ db }: DbCtx, user_id: string): Promise<boolean> {
  const [key] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.user_id, user_id)).limit(1)
  return key !== undefined
}

/** Returns false where the user has no such passkey. */
export async function setPasskeyName(
  { db }: DbCtx,
  { id, user_id, name }: { id: string; user_id: string; name: string },
): Promise<boolean> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.user_id, user_id)))
    .returning({ id: passkeys.id })
  return renamed.length > 0
}

/** The statement that notes that a passkey was used. */
export function notePasskeyUse({ db, ...ctx }: DbCtx & ClockCtx, { id, sign_count }: PasskeyUse) {
  return db.update(passkeys).set({ sign_count, last_used_at: ctx.now() }).where(eq(passkeys.id, id))
}

/** By hashes; `browser_hash`: of the cookie that ties what was begun to this browser. */
type Challenge = { challenge_hash: string; browser_hash: string; purpose: ChallengePurpose }

export async function insertChallenge({ db }: DbCtx, row: typeof passkey_challenges.$inferInsert): Promise<void> {
  await db.insert(passkey_challenges).values(row)
}

/** Deletes the challenge that was signed, so that it counts once. Null: a second time, elsewhere or for something else. */
export async function deleteChallenge(
  { db }: DbCtx,
  { challenge_hash, browser_hash, purpose }: Challenge,
): Promise<{ user_id: string | null; expires_at: number } | null> {
  const [row] = await db
    .delete(passkey_challenges)
    .where(
      and(
        eq(passkey_challenges.challenge_hash, challenge_hash),
        eq(passkey_challenges.browser_hash, browser_hash),
        eq(passkey_challenges.purpose, purpose),
      ),
    )
    .returning({ user_id: passkey_challenges.user_id, expires_at: passkey_challenges.expires_at })
  return row ?? null
}
