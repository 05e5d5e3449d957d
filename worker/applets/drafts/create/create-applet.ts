import { pauseOverQuota } from '../../../billing/quota/pause-over-quota.ts'
import { announceChange } from '../../publish/announce-change.ts'
import { insertApplet, readIdsToMake, saveEditedApplet } from '../../../db/applets/applets-of-drafts.ts'
import { readAppletOfDraft } from '../../../db/applets/draft-markers.ts'
import { newAddressKeys } from '../../enable/address-keys.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { publicNameProblem } from '../../publish/check-public-name.ts'
import { requireSeenAddresses } from '../../enable/require-seen.ts'
import { addressIn } from '../../../contract/sentences/say-value.ts'
import { answerOf, loadForUser, readSeen, requireSeen, type LoadedForUser } from '../../read/load-applet.ts'
import type { Ctx } from '../../../system/context/context.ts'
import type { AppletOfUser } from '../../../contract/applets/applet.ts'
import { stepsOfServices } from '../../../contract/applets/step-list.ts'
import type { DraftProblem } from '../../../contract/drafts/draft.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { tierRefusal } from '../../../system/errors/tier-refusal.ts'
import { recordMetric } from '../../../system/metrics/record-metric.ts'
import { deferTell } from '../../../engine/runner-sync/sync-runner.ts'
import { problemsAtService } from '../edit/check-draft.ts'
import { draftConflict } from '../edit/patch-draft.ts'
import { toDraftView, type ReadDraft } from '../view/draft-view.ts'
import { problemErrors } from '../view/problem-errors.ts'
import { loadDraft, type LoadedDraft } from '../view/load-draft.ts'
import { appletOfDraft } from './applet-of-draft.ts'

/** How often it is tried again when something else is written in between. */
const TRIES = 5

/**
 * Makes the Applet of a draft and turns it on, or saves one's own Applet that the draft edits. Pressed again, or in
 * another tab, it gives what the first press made. Throws `not_found`; `conflict` with the stored draft where it is at
 * another version; `taken_down` (410); `invalid_input` with one error for each problem, and as `requireSeenAddresses` for
 * those that are new in an Applet that everyone sees; `tier_required` and `quota_reached` with the rules.
 */
export async function createApplet(
  ctx: Ctx,
  id: number,
  version: number,
  seen: readonly string[] = [],
): Promise<AppletOfUser> {
  for (let tries = 0; tries < TRIES; tries++) {
    const loaded = await loadIfThere(ctx, id)
    if (!loaded) return answerOf(ctx, await findMade(ctx, id))
    const read = await requireReady(ctx, loaded, { version, seen })
    const made = await writeApplet(ctx, loaded, read)
    if (made !== null) return answerOf(ctx, await announceMade(ctx, loaded, made))
  }
  throw new AppError('conflict')
}

async function loadIfThere(ctx: Ctx, id: number): Promise<LoadedDraft | null> {
  try {
    return await loadDraft(ctx, { id })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/** Finds the Applet that this draft became when it was pressed before. */
async function findMade(ctx: Ctx, id: number): Promise<LoadedForUser> {
  const { id: user_id } = await requireUser(ctx)
  const made = await readAppletOfDraft(ctx.db, user_id, id)
  if (!made) throw new AppError('not_found')
  return loadForUser(ctx, { id: made.id, friendly_id: null })
}

async function requireReady(
  ctx: Ctx,
  loaded: LoadedDraft,
  { version, seen }: { version: number; seen: readonly string[] },
): Promise<ReadDraft> {
  const edited = loaded.applet?.row
  if (edited?.taken_down) throw new AppError('taken_down')
  if (edited && edited.archived_at !== null) {
    throw new AppError('conflict', { message: SENTENCES.applet_archived_by_you('Applet') })
  }
  if (loaded.stored?.version !== version) throw await draftConflict(ctx, loaded)
  const read = await toDraftView(ctx, loaded)
  const { view, resolved } = read
  const { rules } = view
  const own = view.problems.length > 0 ? view.problems : await publicNameProblems(ctx, loaded)
  const problems = own.length > 0 ? own : await problemsAtService(ctx, loaded, view, resolved)
  if (problems.length > 0) {
    throw new AppError('invalid_input', { errors: problemErrors(problems) })
  }
  if (rules.block_user) throw tierRefusal(rules)
  requireSeenAddresses(newSecretAddresses(loaded, resolved), seen)
  return read
}

/** Finds the problem with the new name of an Applet that everyone sees. */
async function publicNameProblems(ctx: Ctx, { applet, doc: { name } }: LoadedDraft): Promise<DraftProblem[]> {
  if (!applet?.row.published_at || name === null || name === applet.row.name) return []
  const message = await publicNameProblem(ctx, name)
  return message === null ? [] : [{ step: 'name', field: null, line: null, message }]
}

/** The addresses that look like secrets and that everyone gets to see with this version. */
function newSecretAddresses({ applet }: LoadedDraft, resolved: ReadDraft['resolved']): { key: string; host: string }[] {
  if (!applet?.row.published_at) return []
  const before = new Set(stepsOfServices(applet.newest.doc.steps).flatMap(({ fields }) => Object.values(fields)))
  return resolved.flatMap(({ step: { key, fields: given, asked }, fields }) =>
    fields.flatMap(({ slug, type }) => {
      const value = given[slug] ?? ''
      const address = asked.includes(slug) || before.has(value) ? null : addressIn(type, value)
      return address?.is_secret ? [{ key: `${key}.${slug}`, host: address.shown }] : []
    }),
  )
}

type MadeOfDraft = { id: number } & NonNullable<Awaited<ReturnType<typeof insertApplet>>>

/** Returns null where something has changed since it was read. */
async function writeApplet(ctx: Ctx, loaded: LoadedDraft, read: ReadDraft): Promise<MadeOfDraft | null> {
  const { stored, applet, actor, subscriptions_version, doc } = loaded
  const { sessionHash } = ctx
  if (!stored || !sessionHash) return null
  const user = { id: actor.id, tier: actor.tier, subscriptions_version }
  const { min_gap, quiet } = doc
  const pace = { min_gap, quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }
  const { id, last_step_id, runner_id, wanted } = await readIdsToMake(ctx.db, actor.id, applet?.row.id ?? null)
  const made = await appletOfDraft(ctx, loaded, read, last_step_id)
  const { keys, first_runner } = await newAddressKeys(ctx, { user_id: actor.id, applet_id: id }, made, runner_id)
  const draft = { id: stored.id, version: stored.version, user, pace, first_runner, wanted }
  const written = applet
    ? await saveEditedApplet({ ...ctx, sessionHash }, draft, applet, {
        ...made,
        name: made.name === applet.row.name ? null : made.name,
        keys,
      })
    : await insertApplet({ ...ctx, sessionHash }, draft, { ...made, id, keys })
  return written && { id, ...written }
}

async function announceMade(ctx: Ctx, { actor, applet }: LoadedDraft, made: MadeOfDraft): Promise<LoadedForUser> {
  const { id, step, rows: written } = made
  recordMetric(ctx, 'applet_changed', { change: applet ? 'saved' : 'enabled', tier: actor.tier })
  // One that the plan paused may fit now.
  const fitted = applet && applet.row.status !== 'enabled' ? await pauseOverQuota(ctx, actor.id) : null
  if (applet) await announceChange(ctx, id)
  const { rows, loaded } =
    fitted && fitted.paused + fitted.resumed > 0
      ? await readSeen(ctx, { id, friendly_id: null })
      : { rows: written, loaded: requireSeen(ctx, written) }
  deferTell(ctx, { user_id: actor.id, applet_id: id, rows, step })
  return loaded
}
