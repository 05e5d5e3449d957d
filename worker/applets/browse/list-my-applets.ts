import { toActor } from '../../users/session/actor.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletTrouble } from '../../contract/applets/applet-trouble.ts'
import type { MyApplet, MyApplets } from '../../contract/applets/my-applets.ts'
import type { MyAppletsInput } from '../../contract/applets/my-applets-input.ts'
import { readMyAppletsPage, readMyAppletsSections } from '../../db/applets/lists/my-applets-rows.ts'
import { readRunnerOfSession } from '../../db/runners/runners-of-sessions.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { refreshRunCounts } from '../../engine/runner-sync/refresh-run-counts.ts'
import { runsPausedUntil } from '../../engine/runs/pause-runs.ts'
import { statusOf } from '../read/applet-status.ts'
import { readRunCounts } from '../read/run-counts.ts'
import { cursorOf, isByRuns, isNarrowed, pageOf } from './my-applets-rules.ts'

/** Nothing is searched, filtered or sorted. */
const SECTIONS: MyAppletsInput = { q: '', sort: 'recent' }

/**
 * The Applets that the user has enabled or made, in one round trip (three more by when or how often they ran, one by what needs
 * attention): a page of those that match, or without a search, filter or sort the last changed ones of every section. Throws
 * `not_signed_in`.
 */
export async function listMyApplets(ctx: Ctx, input: MyAppletsInput = SECTIONS): Promise<MyApplets> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  if (isByRuns(input)) await refreshOwnCounts(ctx)
  const session = { sessionHash, now: ctx.realNow() }
  const found = isNarrowed(input)
    ? await readMyAppletsPage(ctx, session, {
        ...input,
        cursor: cursorOf(input),
        troubled: await troubledFor(ctx, session, input),
      })
    : await readMyAppletsSections(ctx, session)
  const now = ctx.now()
  const [first] = found.actor
  const actor = toActor(found.actor, now)
  if (!first || !actor || !found.numbers) throw new AppError('not_signed_in')
  const { page, next } = isNarrowed(input) ? pageOf(found.applets) : { page: found.applets, next: null }
  const { total, enabled_now, runner_id, ...counts } = found.numbers
  const runs = await readRunCounts(ctx, runner_id)
  const applets = page.map(
    ({
      enablement,
      paused_at,
      author_id,
      published_at,
      archived_at,
      taken_down,
      sort_key: _key,
      ...card
    }): MyApplet => {
      const is_author = author_id === actor.id
      const status = statusOf({ is_author, archived: archived_at !== null, enablement })
      const published = published_at !== null
      const said = { is_author, status, published, taken_down: taken_down !== null, paused: paused_at !== null }
      const trouble = card.broken ? BROKEN : null
      return { ...card, trouble, ...runs?.of(card.id), ...said }
    },
  )
  // A Runner knows all of its user's Applets at once; D1 knows only broken connections.
  const all = isNarrowed(input) || !runs ? counts : { ...counts, attention: runs.troubled.length }
  const { services } = found
  const paused_until = runsPausedUntil(first.user, now)
  return { applets, next, counts: all, total, enabled: enabled_now, paused_until, services }
}

/** As D1 knows it, while the Runner is away. */
const BROKEN: AppletTrouble = { kind: 'connection', module_name: null }

/** The Applets whose troubles only the Runner knows, for a list of those that need attention. */
async function troubledFor(
  ctx: Ctx,
  session: { sessionHash: string; now: number },
  { status }: MyAppletsInput,
): Promise<number[]> {
  if (status !== 'attention') return []
  const { runner } = await readRunnerOfSession(ctx, session)
  return (await readRunCounts(ctx, runner[0]?.runner_id ?? null))?.troubled ?? []
}

/** D1 orders, so its copies of what the Runner counts are brought up to date first. */
async function refreshOwnCounts(ctx: Ctx): Promise<void> {
  const user = await ctx.user()
  if (user) await refreshRunCounts(ctx, user.id)
}
