import { categoriesFor, cursorOf, cursorText, newestFirst, pageOf, type Cursor } from './activity-cursor.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import { isVisible } from '../../contract/applets/applet-visibility.ts'
import { toNamedApplet } from '../../db/applets/applet-names.ts'
import { wordsOf } from '../../db/search/word-search.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { ActivityInput, AppletActivityInput } from '../../contract/activity/activity-input.ts'
import {
  ACTIVITY_PAGE_SIZE,
  type ActivityEntry,
  type ActivityPage,
  type AppletActivity,
  type ChangeEntry,
  type MyActivity,
  type RunEntry,
} from '../../contract/activity/activity-entry.ts'
import type { RunSummary } from '../../contract/runs/applet-run.ts'
import { runTime } from '../../contract/runs/run-time.ts'
import type { NamedApplet } from '../../contract/runs/run-answers.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { RunnerApi, RunQuery } from '../../system/runner-api/runner-api.ts'
import { runnerOf } from '../runs/own-runner.ts'
import { runsPausedUntil } from '../runs/pause-runs.ts'
import { fromRunnerOrNull } from '../../system/runner-api/from-runner.ts'
import { nameRuns } from '../runs/name-runs.ts'
import { readActivity, readAppletActivity, type ActivityRow } from '../../db/applets/lists/logged-activity.ts'
import { runFiltersFor } from './merge-runs.ts'

/**
 * All of the user's runs and changes, newest first: changes in one round trip to D1, runs in one to their Runner. Throws
 * `not_signed_in`.
 */
export async function listActivity(ctx: Ctx, input: ActivityInput): Promise<MyActivity> {
  const applet = input.applet === undefined ? null : Number(input.applet)
  const { actor, choices, runner, changes } = await readActivity(ctx, applet, pageAsked(ctx, input))
  const [first] = actor
  if (!first) throw new AppError('not_signed_in')
  const known = new Map(choices.map((choice) => [choice.id, toNamedApplet(choice)]))
  const asked = { input, applet_id: applet, known }
  const page = await withRuns(ctx, { runner: runnerOf(ctx, runner), changes, ...asked })
  const applets = choices.map(({ id, name }) => ({ id, name }))
  return { ...page, applets, paused_until: runsPausedUntil(first.user, ctx.now()) }
}

/**
 * The user's runs and changes of one Applet. Throws `not_signed_in`, or `not_found` if they may not see it.
 */
export async function listAppletActivity(
  ctx: Ctx,
  ref: AppletKey,
  input: AppletActivityInput,
): Promise<AppletActivity> {
  const { actor, applet, runner, changes } = await readAppletActivity(ctx, ref, pageAsked(ctx, input))
  if (actor.length === 0) throw new AppError('not_signed_in')
  const [row] = applet
  if (!row) throw new AppError('not_found')
  const { id, name, friendly_id, config_type, published_at, archived_at, is_author, enablement } = row
  const facts = { published: published_at !== null, archived: archived_at !== null, is_author, enablement }
  if (!isVisible(facts)) throw new AppError('not_found')
  const known = new Map([[id, toNamedApplet(row)]])
  const page = await withRuns(ctx, { runner: runnerOf(ctx, runner), changes, input, applet_id: id, known })
  return { ...page, applet: { id, name, friendly_id, config_type } }
}

/** A list of one outcome shows no changes. Throws `not_signed_in`. */
function pageAsked(ctx: Ctx, { kind, outcome, q = '', before }: AppletActivityInput) {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const categories = outcome && kind !== 'changes' ? [] : categoriesFor(kind)
  return { sessionHash, now: ctx.realNow(), categories, words: wordsOf(q), last: cursorOf(before) }
}

type Parts = {
  runner: RunnerApi | null
  changes: ActivityRow[]
  input: AppletActivityInput
  applet_id: number | null
  known: Map<number, NamedApplet>
}

async function withRuns(ctx: Ctx, { runner, changes, input, applet_id, known }: Parts): Promise<ActivityPage> {
  const runs = runner ? await readRuns(ctx, runner, { input, applet_id, known }) : []
  const { entries, next } = pageOf<ActivityEntry>([changes.map(toEntry), ...(runs ?? [])])
  const run = entries.findLast(({ category }) => category === 'run')?.id ?? cursorOf(input.before)?.run
  return { entries, next: next && cursorText({ ...next, ...(run && { run }) }), runs_unavailable: runs === null }
}

function toEntry(row: ActivityRow): ChangeEntry {
  const { id, kind, category, detail, service_name, created_at } = row
  return { id, kind, category, detail, service_name, created_at, applet: appletOf(row) }
}

function appletOf({ applet_id, name, config_type, ...facts }: ActivityRow): ChangeEntry['applet'] {
  if (applet_id === null || name === null || config_type === null) return null
  return toNamedApplet({ ...facts, id: applet_id, name, config_type })
}

/** Null if the Runner cannot be read now. */
async function readRuns(
  ctx: Ctx,
  runner: RunnerApi,
  { input: { kind, outcome, q, before }, applet_id, known }: Pick<Parts, 'input' | 'applet_id' | 'known'>,
): Promise<RunEntry[][] | null> {
  const after = cursorOf(before)
  const query = { ...(q && { text: q }), ...(applet_id && { applet_id }) }
  const pages = await fromRunnerOrNull(() =>
    Promise.all(runFiltersFor(kind, outcome).map((filter) => runsAfter(runner, { ...query, filter }, after))),
  )
  if (!pages) return null
  const names = await nameRuns(ctx, ctx.sessionHash ?? '', pages.flat(), known)
  return pages.map((runs) =>
    runs.map((run) => ({
      ...run,
      category: 'run',
      created_at: runTime(run.id),
      applet: names.get(run.applet_id) ?? null,
    })),
  )
}

/**
 * The runs that follow the cursor, one more than a page if there are so many. Runs that came since the first page was
 * shown are passed over.
 */
async function runsAfter(
  runner: RunnerApi,
  query: Pick<RunQuery, 'applet_id' | 'filter' | 'text'>,
  after: Cursor | null,
): Promise<RunSummary[]> {
  const found: RunSummary[] = []
  let before = after?.run
  do {
    const page = await runner.listRuns({ ...query, limit: ACTIVITY_PAGE_SIZE + 1, before })
    found.push(...page.runs.filter(({ id }) => !after || newestFirst(after, { created_at: runTime(id), id }) < 0))
    before = page.next ?? undefined
  } while (before && found.length <= ACTIVITY_PAGE_SIZE)
  return found
}
