import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { readDescriberRows } from '../../db/billing/counted-creations.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { toActor } from '../../users/session/actor.ts'
import { creationDay } from '../../contract/ai/creation-day.ts'

/** The user who describes an Applet: what a suggestion may know of them, and the services that they may use. */
type Describer = {
  actor: ActorUser
  /** How many drafts were suggested to them today. */
  used: number
  zone: string
  connected: ReadonlySet<string>
  /** Modules of all published services, the most popular first. */
  modules: string[]
}

/** One round trip. Throws `not_signed_in`. */
export async function readDescriber(ctx: Ctx): Promise<Describer> {
  const { sessionHash, now } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const asked = { sessionHash, day: creationDay(now()), now: ctx.realNow() }
  const { actor: rows, today, zone, accounts, published } = await readDescriberRows(ctx, asked)
  const actor = toActor(rows, now())
  if (!actor) throw new AppError('not_signed_in')
  return {
    actor,
    used: today[0]?.count ?? 0,
    zone: zone[0]?.timezone ?? 'UTC',
    connected: new Set(accounts.map(({ module_name }) => module_name)),
    modules: published.map(({ module_name }) => module_name),
  }
}
