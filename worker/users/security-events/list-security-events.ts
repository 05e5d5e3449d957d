import type { Ctx } from '../../system/context/context.ts'
import {
  SECURITY_EVENTS_PAGE_SIZE,
  UNNAMED_DRAFT,
  type SecurityEventsPage,
} from '../../contract/accounts/security-events.ts'
import type { SecurityEventsInput } from '../../contract/accounts/security-events-input.ts'
import { readSecurityEvents } from '../../db/users/security-events.ts'
import { AppError } from '../../system/errors/app-error.ts'

/** GET /api/security_events: a page of what happened to the user's account. Throws `not_signed_in` (401). */
export async function listSecurityEvents(ctx: Ctx, { before }: SecurityEventsInput): Promise<SecurityEventsPage> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [time = Number.MAX_SAFE_INTEGER, id = ''] = before?.split('.') ?? []
  const asked = { sessionHash, now: ctx.realNow(), time: Number(time), id }
  const { actor, events: rows, applets, drafts } = await readSecurityEvents(ctx, asked)
  const [user] = actor
  if (!user) throw new AppError('not_signed_in')
  const events = rows
    .slice(0, SECURITY_EVENTS_PAGE_SIZE)
    .map(({ session_id, ...row }) => ({ ...row, current: session_id === user.session_id }))
  const last = rows.length > SECURITY_EVENTS_PAGE_SIZE ? events.at(-1) : undefined
  const named = drafts.map((draft) => ({ ...draft, name: draft.name ?? UNNAMED_DRAFT }))
  return { events, next: last ? `${last.created_at}.${last.id}` : null, earlier: { applets, drafts: named } }
}
