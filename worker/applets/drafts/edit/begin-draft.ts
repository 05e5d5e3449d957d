import { requireAllowedAction, requireAuthor } from '../../enable/require-allowed.ts'
import { parseAppletKey } from '../../../contract/addresses.ts'
import { loadForUser, type LoadedForUser } from '../../read/load-applet.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { stepsOfServices } from '../../../contract/applets/step-list.ts'
import { stepIdOf } from '../../../contract/connections/service.ts'
import { EMPTY_DRAFT, type DraftStep } from '../../../contract/drafts/draft.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { readDraftIdOfApplet } from '../../../db/applets/drafts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { keyOfStep, loadDraft, type LoadedDraft } from '../view/load-draft.ts'
import { copyOfApplet, draftOfApplet } from './draft-of-applet.ts'

/**
 * Where a draft begins: with an Applet to edit or copy, else with these steps. `steps`: more ids to read in the
 * catalog.
 */
type Beginning = {
  applet_id?: string | number | undefined
  from?: string | undefined
  trigger?: string | undefined
  action?: string | undefined
  steps?: readonly string[]
}

/**
 * A draft before it is stored: of one's own Applet that is edited (or its stored draft, where it has one), a copy of an
 * Applet that the viewer may see, one with these steps, or an empty one. Throws `not_signed_in`; `not_found` for an
 * Applet that is hidden from the viewer, or to be edited and not theirs; `taken_down` (410); `conflict` for a dynamic
 * connection, and for an archived Applet that is to be edited.
 */
export async function beginDraft(ctx: Ctx, beginning: Beginning): Promise<LoadedDraft> {
  const { applet_id, from, trigger, action, steps = [] } = beginning
  if (applet_id !== undefined) return beginEdit(ctx, applet_id, steps)
  if (from !== undefined) return beginCopy(ctx, from, steps)
  const first = [trigger, action].filter((step) => step !== undefined)
  const loaded = await loadDraft(ctx, { steps: [...first, ...steps] })
  const chosen = first.flatMap((id, position) => {
    const row = loaded.catalog.steps.get(id)
    return row ? [firstStep(row, position)] : []
  })
  return { ...loaded, doc: { ...EMPTY_DRAFT, steps: chosen } }
}

async function beginEdit(ctx: Ctx, given: string | number, steps: readonly string[]): Promise<LoadedDraft> {
  const applet = await loadForUser(ctx, parseAppletKey(given))
  requireAuthor(applet)
  requireAllowedAction(applet, 'edit')
  requireStatic(applet)
  const { enablement, row, actor } = applet
  const known = await readDraftIdOfApplet(ctx.db, actor.id, row.id)
  if (known !== null) return loadDraft(ctx, { id: known, steps })
  const loaded = await loadDraft(ctx, { applet_id: row.id, steps })
  const { min_gap = null, quiet_from = null, quiet_to = null, fields = {}, labels = {} } = enablement ?? {}
  const quiet = quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to }
  const source = { name: row.name, document: applet.document, own: { fields, labels }, pace: { min_gap, quiet } }
  // Until another one is typed, it has the name that the Applet has by then.
  return { ...loaded, doc: { ...draftOfApplet(source, loaded.catalog), name: null } }
}

async function beginCopy(ctx: Ctx, from: string, steps: readonly string[]): Promise<LoadedDraft> {
  const applet = await loadForUser(ctx, parseAppletKey(from))
  // It would run on as a copy.
  if (applet.applet.taken_down) throw new AppError('taken_down')
  requireStatic(applet)
  const { row, document } = applet
  const used = stepsOfServices(document.steps).map((step) => stepIdOf(step.kind, step))
  const loaded = await loadDraft(ctx, { steps: [...used, ...steps] })
  return { ...loaded, doc: copyOfApplet({ name: row.name, document }, loaded.catalog) }
}

function requireStatic({ applet }: LoadedForUser): void {
  if (applet.config_type !== 'static') throw new AppError('conflict', { message: SENTENCES.edits_static_only })
}

function firstStep(
  { kind, module_name, slug }: Pick<DraftStep, 'kind' | 'module_name' | 'slug'>,
  id: number,
): DraftStep {
  return { kind, key: keyOfStep(id), module_name, slug, account_slot: 0, fields: {}, asked: [], guessed: false }
}
