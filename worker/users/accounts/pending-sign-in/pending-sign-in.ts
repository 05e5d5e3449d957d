import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Ctx } from '../../../system/context/context.ts'
import { SECOND_STEP_LASTS } from '../../../contract/accounts/second-factor.ts'
import { users } from '../../../db/schema/accounts.ts'
import { pending_sign_ins, type PendingOutcome } from '../../../db/schema/second-factors.ts'
import { log } from '../../../system/log/log.ts'
import { sha256 } from '../../../system/secrets/hashes.ts'
import { isKeyedHash, keyedHash } from '../../../system/secrets/keyed-hash.ts'

/** A sign-in whose second step is missing. `second_step` goes into its cookie and nowhere else. */
export type AwaitedSecondStep = { second_step: string }

/** Lets the browser go on to the second step. `first` are writes for the same batch. */
export async function awaitSecondStep(
  ctx: Ctx,
  user: { id: string; password_hash: string | null },
  outcome: PendingOutcome,
  first: BatchItem<'sqlite'>[],
): Promise<AwaitedSecondStep> {
  const second_step = ctx.token()
  const pending = {
    token_hash: await sha256(second_step),
    user_id: user.id,
    outcome,
    password_state: await keyedHash(ctx.settings, stateOf(user.password_hash)),
    expires_at: ctx.realNow() + SECOND_STEP_LASTS,
  }
  await ctx.db.batch([ctx.db.insert(pending_sign_ins).values(pending), ...first])
  log('info', 'second_step_asked', { user_id: user.id })
  return { second_step }
}

/** The sign-in that waits in this browser, with its user as D1 knows them now. */
export type PendingSignIn = {
  token_hash: string
  outcome: PendingOutcome
  expires_at: number
  user: Pick<
    typeof users.$inferSelect,
    'id' | 'email' | 'login' | 'password_hash' | 'email_verified_at' | 'second_factor_at' | 'deletes_at'
  >
}

/** `token`: the cookie's value. Null if it is too old, was used, or the password has changed since. */
export async function readPendingSignIn(ctx: Ctx, token: string | null): Promise<PendingSignIn | null> {
  if (token === null) return null
  const token_hash = await sha256(token)
  const { id, email, login, password_hash, email_verified_at, second_factor_at, deletes_at } = users
  const [row] = await ctx.db
    .select({
      outcome: pending_sign_ins.outcome,
      password_state: pending_sign_ins.password_state,
      expires_at: pending_sign_ins.expires_at,
      user: { id, email, login, password_hash, email_verified_at, second_factor_at, deletes_at },
    })
    .from(pending_sign_ins)
    .innerJoin(users, eq(users.id, pending_sign_ins.user_id))
    .where(and(eq(pending_sign_ins.token_hash, token_hash), gt(pending_sign_ins.expires_at, ctx.realNow())))
  if (!row) return null
  const { password_state, ...pending } = row
  const unchanged = await isKeyedHash(ctx.settings, stateOf(row.user.password_hash), password_state)
  return unchanged ? { token_hash, ...pending } : null
}

/** The condition that it still waits, for the batch that finishes it. */
export function isPending({ token_hash }: Pick<PendingSignIn, 'token_hash'>, now: number): SQL {
  const waits = and(eq(pending_sign_ins.token_hash, token_hash), gt(pending_sign_ins.expires_at, now))
  return sql`exists (select 1 from ${pending_sign_ins} where ${waits})`
}

function stateOf(passwordHash: string | null): string {
  return `pending_sign_in:${passwordHash ?? ''}`
}
