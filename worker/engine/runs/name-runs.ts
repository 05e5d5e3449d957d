import { draftPath } from '../../contract/drafts/draft-addresses.ts'
import { draftIdOf } from '../../contract/drafts/draft-runs.ts'
import type { RunSummary } from '../../contract/runs/applet-run.ts'
import type { NamedApplet } from '../../contract/runs/run-answers.ts'
import { readRunNames } from '../../db/runners/run-names.ts'
import type { DbCtx } from '../../system/context/context.ts'

type NamedRun = Pick<RunSummary, 'applet_id' | 'draft_name'>

/**
 * Names what ran, by the run's `applet_id`: the Applets as the session's user may see them, and the drafts that were
 * tried, with a link while they are there. `known` are not asked for again.
 */
export async function nameRuns(
  ctx: DbCtx,
  sessionHash: string,
  runs: readonly NamedRun[],
  known: ReadonlyMap<number, NamedApplet> = new Map(),
): Promise<Map<number, NamedApplet>> {
  const missing = runs.filter(({ applet_id }) => !known.has(applet_id))
  const tried = missing.flatMap(({ applet_id, draft_name = 'A draft' }) => {
    const draft_id = draftIdOf(applet_id)
    return draft_id === null ? [] : [{ applet_id, draft_id, draft_name }]
  })
  const applet_ids = missing.flatMap(({ applet_id }) => (draftIdOf(applet_id) === null ? [applet_id] : []))
  const named = await readRunNames(ctx, sessionHash, { applet_ids, draft_ids: tried.map(({ draft_id }) => draft_id) })
  const ofDrafts = tried.map(({ applet_id, draft_id, draft_name }): [number, NamedApplet] => {
    const path = named.drafts.has(draft_id) ? draftPath(draft_id) : null
    return [applet_id, { id: applet_id, name: draft_name, path }]
  })
  return new Map([...known, ...named.applets, ...ofDrafts])
}
