import { and, eq, exists, isNotNull, ne, not, or, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { ActorUser, Ctx, DbCtx, SettingsCtx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { users } from '../../../db/schema/accounts.ts'
import { identities } from '../../../db/schema/oidc.ts'
import { passkeys } from '../../../db/schema/passkeys.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'

/**
 * DELETE /api/passkeys/{id}: removes a passkey, and mails its user. Throws `proof_required` (403), `not_found` (404),
 * `conflict` (409) if nothing else signs in, or if it is the last one and signing in takes one.
 */
export async function removePasskey(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const user = await requireFreshProof(ctx)
  const own = and(eq(passkeys.id, id), eq(passkeys.user_id, user.id))
  const another = hasPasskey(ctx, user, ne(passkeys.id, id))
  const others = or(and(or(hasPassword(ctx, user), hasIdentity(ctx, user)), not(hasSecondFactor(ctx, user))), another)
  await removeWay(ctx, user, 'passkey_removed', {
    find: ctx.db
      .select({ one: sql<number>`1` })
      .from(passkeys)
      .where(own),
    remove: ctx.db
      .delete(passkeys)
      .where(and(own, others))
      .returning({ one: sql<number>`1` }),
  })
}

/** DELETE /api/identities: the same for an identity at an OpenID provider. */
export async function removeIdentity(ctx: Ctx, { issuer }: { issuer: string }): Promise<void> {
  const user = await requireFreshProof(ctx)
  const own = and(eq(identities.issuer, issuer), eq(identities.user_id, user.id))
  const others = or(
    hasPassword(ctx, user),
    hasPasskey(ctx, user),
    hasIdentity(ctx, user, ne(identities.issuer, issuer)),
  )
  await removeWay(ctx, user, 'identity_removed', {
    find: ctx.db
      .select({ one: sql<number>`1` })
      .from(identities)
      .where(own),
    remove: ctx.db
      .delete(identities)
      .where(and(own, others))
      .returning({ one: sql<number>`1` }),
  })
}

type Rows = { one: number }[]
type Removal = {
  find: BatchItem<'sqlite'> & { _: { result: Rows } }
  remove: BatchItem<'sqlite'> & { _: { result: Rows } }
}

/** One batch: of two tabs that remove the last two ways at once, the second finds that nothing else is left. */
async function removeWay(
  ctx: Ctx,
  user: ActorUser,
  kind: 'passkey_removed' | 'identity_removed',
  { find, remove }: Removal,
): Promise<void> {
  const event = { kind, session_id: user.session_id }
  const [found, removed, , state] = await ctx.db.batch([
    find,
    remove,
    insertSecurityEvent(ctx, { ...event, user_id: user.id }, sql`changes() > 0`),
    ctx.db
      .select({ on: sql<number>`${users.second_factor_at} is not null`.as('is_on') })
      .from(users)
      .where(eq(users.id, user.id)),
  ])
  if (found.length === 0) throw new AppError('not_found')
  const [{ on } = { on: 0 }] = state
  const why = on ? SENTENCES.second_factor_keeps_passkey : SENTENCES.last_sign_in_way
  if (removed.length === 0) throw new AppError('conflict', { message: why })
  tellSecurityEvent(ctx, user, event)
}

function hasPassword({ db }: DbCtx, { id }: ActorUser): SQL {
  return exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), sql`${users.password_hash} is not null`)),
  )
}

function hasSecondFactor({ db }: DbCtx, { id }: ActorUser): SQL {
  return exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), isNotNull(users.second_factor_at))),
  )
}

function hasPasskey({ db }: DbCtx, { id }: ActorUser, which?: SQL): SQL {
  return exists(
    db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.user_id, id), which)),
  )
}

/** Only at the provider of this site: nobody signs in at one that it has left. */
function hasIdentity({ db, settings }: DbCtx & SettingsCtx, { id }: ActorUser, which?: SQL): SQL {
  return exists(
    db
      .select({ user_id: identities.user_id })
      .from(identities)
      .where(and(eq(identities.user_id, id), eq(identities.issuer, settings.OIDC_ISSUER), which)),
  )
}
