import { eq } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { uniqueViolation } from '../constraints/unique-violation.ts'
import { used_links } from '../schema/accounts.ts'

/** A signed link that works once, until `expires_at` (ms). */
export type OnceLink = { jti: string; expires_at: number }

/** The statement that uses up a link. The second time it fails its whole batch; see `isSpentLink`. */
export function spendLink({ db, ...ctx }: DbCtx & ClockCtx, { jti, expires_at }: OnceLink) {
  return db.insert(used_links).values({ jti, used_at: ctx.now(), expires_at })
}

/** Whether that is why a batch failed. */
export function isSpentLink(error: unknown): boolean {
  return uniqueViolation(error) === 'used_links.jti'
}

/** Uses up a link that changes nothing else. Returns false if it was used. */
export async function spendLinkAlone(ctx: DbCtx & ClockCtx, link: OnceLink): Promise<boolean> {
  const spent = await spendLink(ctx, link).onConflictDoNothing().returning({ jti: used_links.jti })
  return spent.length === 1
}

export async function isLinkUsed({ db }: DbCtx, { jti }: Pick<OnceLink, 'jti'>): Promise<boolean> {
  const used = await db.select({ jti: used_links.jti }).from(used_links).where(eq(used_links.jti, jti))
  return used.length > 0
}
