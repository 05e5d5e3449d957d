import { and, count, desc, eq, exists, inArray, isNotNull, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm'
import type { Ctx, DbCtx, SettingsCtx } from '../../system/context/context.ts'
import { prepared, runNamed, type Given, type Select } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { identities } from '../schema/oidc.ts'
import { passkeys } from '../schema/passkeys.ts'
import { recovery_codes } from '../schema/second-factors.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { sessionUser } from '../sessions/live-sessions.ts'
import { insertSecurityEvent, type SecurityEvent } from './security-events.ts'

/** The session's user, with their passkeys, identities and the number of unused recovery codes. */
export function readWaysOfSession({ db }: DbCtx, { sessionHash, now }: { sessionHash: string; now: number }) {
  return runNamed(db, { actor: actorQuery(db, sessionHash, now), ...waysQueries(db, { sessionHash }) })
}

const waysQueries = prepared((db, { sessionHash }: { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  const { id, name, created_at, last_used_at } = passkeys
  return {
    passkeys: db
      .select({ id, name, created_at, last_used_at })
      .from(passkeys)
      .where(inArray(passkeys.user_id, user))
      .orderBy(desc(created_at), desc(id)),
    identities: db
      .select({ issuer: identities.issuer, created_at: identities.created_at })
      .from(identities)
      .where(inArray(identities.user_id, user)),
    codes: db
      .select({ left: count().as('left') })
      .from(recovery_codes)
      .where(and(inArray(recovery_codes.user_id, user), isNull(recovery_codes.used_at))),
  }
})

/** What a user has to show that it is them. `provider`: an identity at the provider of this site. */
export async function readWaysOfUser({ db, settings }: DbCtx & SettingsCtx, user_id: string) {
  const { password_hash, second_factor_at } = users
  const { user, keys, own } = await runNamed(db, {
    user: db.select({ password_hash, second_factor_at }).from(users).where(eq(users.id, user_id)),
    keys: db
      .select({ count: count().as('count') })
      .from(passkeys)
      .where(eq(passkeys.user_id, user_id)),
    own: db.select({ issuer: identities.issuer }).from(identities).where(eq(identities.user_id, user_id)),
  })
  return {
    second_factor: user[0]?.second_factor_at != null,
    password: user[0]?.password_hash != null,
    passkey: (keys[0]?.count ?? 0) > 0,
    provider: own.some(({ issuer }) => issuer === settings.OIDC_ISSUER),
  }
}

/** `last`: nothing else signs in; `second_factor`: it is the last passkey, and signing in takes one. */
export type Removal = 'removed' | 'gone' | 'last' | 'second_factor'

/** Removes a passkey of the event's user, unless it is their last way to sign in. */
export function deletePasskey(ctx: Ctx, id: string, event: SecurityEvent): Promise<Removal> {
  const { db } = ctx
  const { user_id } = event
  const own = and(eq(passkeys.id, id), eq(passkeys.user_id, user_id))
  const hasSecondFactor = isUser(ctx, user_id, isNotNull(users.second_factor_at))
  const others = or(
    and(or(hasPassword(ctx, user_id), hasIdentity(ctx, user_id)), not(hasSecondFactor)),
    hasPasskey(ctx, user_id, ne(passkeys.id, id)),
  )
  return deleteWay(ctx, event, [
    db.select({ id: passkeys.id }).from(passkeys).where(own),
    db.delete(passkeys).where(and(own, others)).returning({ id: passkeys.id }),
  ])
}

/** The same for an identity at an OpenID provider. */
export function deleteIdentity(ctx: Ctx, issuer: string, event: SecurityEvent): Promise<Removal> {
  const { db } = ctx
  const { user_id } = event
  const own = and(eq(identities.issuer, issuer), eq(identities.user_id, user_id))
  const others = or(
    hasPassword(ctx, user_id),
    hasPasskey(ctx, user_id),
    hasIdentity(ctx, user_id, ne(identities.issuer, issuer)),
  )
  return deleteWay(ctx, event, [
    db.select({ subject: identities.subject }).from(identities).where(own),
    db.delete(identities).where(and(own, others)).returning({ subject: identities.subject }),
  ])
}

type Rows = Select<Record<string, string>>

/** One batch: of two tabs that remove the last two ways at once, the second finds that nothing else is left. */
async function deleteWay(ctx: Ctx, event: SecurityEvent, [find, remove]: [Rows, Rows]): Promise<Removal> {
  const { db } = ctx
  const { found, removed, state } = await runNamed(db, {
    found: find,
    removed: remove,
    event: insertSecurityEvent(ctx, event, sql`changes() > 0`),
    state: db.select({ second_factor_at: users.second_factor_at }).from(users).where(eq(users.id, event.user_id)),
  })
  if (found.length === 0) return 'gone'
  if (removed.length > 0) return 'removed'
  return state[0]?.second_factor_at == null ? 'last' : 'second_factor'
}

function isUser({ db }: DbCtx, user_id: string, which: SQL): SQL {
  return exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user_id), which)),
  )
}

function hasPassword(ctx: DbCtx, user_id: string): SQL {
  return isUser(ctx, user_id, isNotNull(users.password_hash))
}

function hasPasskey({ db }: DbCtx, user_id: string, which?: SQL): SQL {
  return exists(
    db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.user_id, user_id), which)),
  )
}

/** Only at the provider of this site: nobody signs in at one that it has left. */
function hasIdentity({ db, settings }: DbCtx & SettingsCtx, user_id: string, which?: SQL): SQL {
  return exists(
    db
      .select({ user_id: identities.user_id })
      .from(identities)
      .where(and(eq(identities.user_id, user_id), eq(identities.issuer, settings.OIDC_ISSUER), which)),
  )
}
