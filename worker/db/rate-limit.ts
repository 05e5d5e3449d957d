import { eq, sql } from 'drizzle-orm'
import type { RunnerCtx } from '../system/context/context.ts'
import { AppError } from '../system/errors/app-error.ts'
import { keyedHash } from '../system/secrets/hashes.ts'
import { log } from '../system/log/log.ts'
import { runBatch } from './d1-batch.ts'
import { rate_limits } from './schema/accounts.ts'
import { DAY, MINUTE } from '../contract/shared/durations.ts'

/** `tries` within `window` ms; the window opens with the first try. */
export type RateLimitRule = { rule: string; tries: number; window: number }

export const JOIN_PER_IP: RateLimitRule = { rule: 'join_ip', tries: 100, window: 60 * MINUTE }
export const VERIFICATION_PER_USER: RateLimitRule = { rule: 'verification_user', tries: 5, window: 60 * MINUTE }
export const RESET_PER_EMAIL: RateLimitRule = { rule: 'reset_email', tries: 5, window: 60 * MINUTE }
export const RESET_PER_IP: RateLimitRule = { rule: 'reset_ip', tries: 50, window: 60 * MINUTE }
export const EMAIL_CHANGES_PER_USER: RateLimitRule = { rule: 'email_change', tries: 5, window: 60 * MINUTE }
export const LOGIN_CHANGES_PER_USER: RateLimitRule = { rule: 'login_change', tries: 3, window: 30 * DAY }
export const PASSWORD_CHANGES_PER_USER: RateLimitRule = { rule: 'password_change', tries: 10, window: 15 * MINUTE }
export const DOWNLOADS_PER_USER: RateLimitRule = { rule: 'download', tries: 5, window: 60 * MINUTE }
/** Signing in through an OpenID provider: attempts, and callbacks. */
export const OIDC_START_PER_IP: RateLimitRule = { rule: 'oidc_start_ip', tries: 100, window: 15 * MINUTE }
export const OIDC_PER_IP: RateLimitRule = { rule: 'oidc_ip', tries: 50, window: 15 * MINUTE }

/** `slowedTo`: what is allowed beyond the limit, so that its window slows callers down instead of stopping them. */
export type CountedTry = { limit: RateLimitRule; whom: string; slowedTo?: RateLimitRule }

/** Counts the tries in one round trip. Throws `rate_limited` (429) with the wait if one is too many. */
export async function countTries(ctx: RunnerCtx, first: CountedTry, ...more: CountedTry[]): Promise<void> {
  const now = ctx.now()
  const tries = [first, ...more]
  const limited = tries.flatMap(({ limit, whom, slowedTo }) => [
    { limit, whom },
    ...(slowedTo ? [{ limit: slowedTo, whom }] : []),
  ])
  const counted = await Promise.all(limited.map(async (tried) => ({ ...tried, bucket: await bucketOf(ctx, tried) })))
  const rows = await runBatch(
    ctx.db,
    counted.map(({ bucket, limit }) => countTry(ctx.db, bucket, now, now + limit.window)),
  )
  /** How long the rule's callers have to wait, in ms, or null. */
  const waitOf = (limit: RateLimitRule, whom: string) => {
    const tried = counted.find((each) => each.limit === limit && each.whom === whom)
    const row = rows.find(({ bucket }) => bucket === tried?.bucket)
    return row && row.count > limit.tries ? row.resets_at - now : null
  }
  const over = tries.flatMap(({ limit, whom, slowedTo }) => {
    const wait = waitOf(limit, whom) && waitOf(slowedTo ?? limit, whom)
    return wait === null ? [] : [{ ...limit, wait }]
  })
  const [worst] = over.toSorted((a, b) => b.wait - a.wait)
  if (!worst) return
  log('warn', 'rate_limited', { rule: worst.rule })
  throw new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil(worst.wait / 1000)) })
}

/** One upsert that counts within the open window or opens a new one. */
function countTry(db: RunnerCtx['db'], bucket: string, now: number, resets_at: number) {
  const over = sql`${rate_limits.resets_at} <= ${now}`
  return db
    .insert(rate_limits)
    .values({ bucket, count: 1, resets_at })
    .onConflictDoUpdate({
      target: rate_limits.bucket,
      set: {
        count: sql`case when ${over} then 1 else ${rate_limits.count} + 1 end`,
        resets_at: sql`case when ${over} then excluded.resets_at else ${rate_limits.resets_at} end`,
      },
    })
    .returning({ bucket: rate_limits.bucket, count: rate_limits.count, resets_at: rate_limits.resets_at })
}

/** The statement that resets a count, for the batch of a success. */
export function forgetTries(db: RunnerCtx['db'], bucket: string) {
  return db.delete(rate_limits).where(eq(rate_limits.bucket, bucket))
}

/** The statement that takes one try back, so that successes from a shared address do not add up. */
export function takeBackTry(db: RunnerCtx['db'], bucket: string) {
  return db
    .update(rate_limits)
    .set({ count: sql`max(0, ${rate_limits.count} - 1)` })
    .where(eq(rate_limits.bucket, bucket))
}

/** Takes tries back that came to nothing. */
export async function takeBackTries(ctx: Pick<RunnerCtx, 'db' | 'settings'>, ...tries: CountedTry[]): Promise<void> {
  const buckets = await Promise.all(tries.map((tried) => bucketOf(ctx, tried)))
  await runBatch(
    ctx.db,
    buckets.map((bucket) => takeBackTry(ctx.db, bucket)),
  )
}

/** The row's key: the rule, and a keyed hash of the caller it counts. */
export async function bucketOf(
  { settings }: Pick<RunnerCtx, 'settings'>,
  { limit, whom }: Pick<CountedTry, 'limit' | 'whom'>,
): Promise<string> {
  return `${limit.rule}:${await keyedHash(settings, `limit:${whom}`)}`
}
