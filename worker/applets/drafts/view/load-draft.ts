import type { ActorUser, Ctx } from '../../../system/context/context.ts'
import { EMPTY_DRAFT, type AppletDraft } from '../../../contract/drafts/draft.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { toActor } from '../../../users/session/actor.ts'
import {
  readDraftRows,
  type CatalogServiceRow,
  type DraftKey,
  type EditedRow,
  type FieldRow,
  type IngredientRow,
  type NewestVersion,
  type OwnAccount,
  type StepRow,
} from '../../../db/applets/drafts.ts'

/** The catalog's rows for some steps, by the step's id. */
export type Catalog = {
  steps: ReadonlyMap<string, StepRow>
  services: ReadonlyMap<string, CatalogServiceRow>
  fields: ReadonlyMap<string, FieldRow[]>
  ingredients: ReadonlyMap<string, IngredientRow[]>
}

/** The viewer's own Applet that a draft changes, as it is now. */
type OwnApplet = { row: EditedRow; newest: NewestVersion }

/** A draft with all that decides what its page says. `doc` has secrets sealed. */
export type LoadedDraft = {
  actor: ActorUser
  /** null while nothing is stored. */
  stored: { id: number; version: number; updated_at: number } | null
  doc: AppletDraft
  catalog: Catalog
  /** In the order of connecting. */
  accounts: OwnAccount[]
  /** How many Applets the viewer has enabled. */
  enabled: number
  /** The version of the subscriptions that the viewer's tier was derived from. */
  subscriptions_version: string
  applet: OwnApplet | null
}

/** The key of a step in the draft of an Applet that has it under this id. */
export function keyOfStep(id: number): string {
  return `s${id}`
}

type Wanted = Partial<DraftKey> & { steps?: readonly string[] }

/**
 * Loads a draft of the viewer, or the beginning of one, in one round trip; `steps`: ids that the catalog is asked for
 * besides. Throws `not_signed_in`; `not_found` if the stored draft is not there, or is another user's.
 */
export async function loadDraft(ctx: Ctx, { id = 0, applet_id = 0, steps = [] }: Wanted): Promise<LoadedDraft> {
  if (!ctx.sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const { sessionHash } = ctx
  const rows = await readDraftRows(ctx.db, { id, applet_id, sessionHash, now: ctx.realNow(), steps })
  const [row] = rows.draft
  const [totals] = rows.totals
  const [edited] = rows.applet
  const [newest] = rows.newest
  const actor = toActor(rows.actor, now)
  if (!actor) throw new AppError('not_signed_in')
  if (id > 0 && !row) throw new AppError('not_found')
  return {
    actor,
    stored: row ? { id: row.id, version: row.version, updated_at: row.updated_at } : null,
    doc: row?.doc ?? EMPTY_DRAFT,
    catalog: {
      steps: new Map(rows.steps.map((step) => [step.id, step])),
      services: new Map(rows.services.map((service) => [service.module_name, service])),
      fields: Map.groupBy(rows.fields, ({ step_id }) => step_id),
      ingredients: Map.groupBy(rows.ingredients, ({ step_id }) => step_id),
    },
    accounts: rows.accounts,
    enabled: totals?.enabled ?? 0,
    subscriptions_version: totals?.subscriptions_version ?? '',
    applet: edited && newest ? { row: edited, newest } : null,
  }
}
