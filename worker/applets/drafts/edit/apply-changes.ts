import { stepIdOf } from '../../../contract/connections/service.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { SECRET_KEPT } from '../../../contract/applets/field-values.ts'
import { changeDraft, stepsOfDraft } from '../../../contract/drafts/change-draft.ts'
import { DRAFT_SIZE_MAX, type AppletDraft, type DraftChange } from '../../../contract/drafts/draft.ts'
import { isSealedSecret, openSecret, sealSecret } from '../../../system/secrets/field-secret.ts'
import type { LoadedDraft } from '../view/load-draft.ts'

/**
 * The draft after these changes, with new secrets sealed; null where one of them cannot be made, or where it becomes
 * too large. The same changes made again give the same draft.
 */
export async function applyChanges(
  ctx: Pick<Ctx, 'settings'>,
  loaded: LoadedDraft,
  changes: readonly DraftChange[],
): Promise<AppletDraft | null> {
  let doc: AppletDraft | null = loaded.doc
  for (const change of changes) {
    if (doc === null) return null
    doc = changeDraft(doc, change.kind === 'set_fields' ? await sealFields(ctx, loaded, doc, change) : change)
  }
  return doc && JSON.stringify(doc).length <= DRAFT_SIZE_MAX ? doc : null
}

/** The ids of the steps that these changes choose. */
export function chosenSteps(changes: readonly DraftChange[]): string[] {
  return changes.flatMap((change) => (change.kind === 'choose_step' ? [stepIdOf(change.step, change)] : []))
}

type SetFields = DraftChange & { kind: 'set_fields' }

async function sealFields(
  ctx: Pick<Ctx, 'settings'>,
  { actor, catalog }: LoadedDraft,
  doc: AppletDraft,
  change: SetFields,
): Promise<SetFields> {
  const found = stepsOfDraft(doc).find(({ key }) => key === change.key)
  if (!found) return change
  const rows = catalog.fields.get(stepIdOf(found.kind, found)) ?? []
  const secrets = new Set(rows.flatMap(({ slug, type }) => (type === 'secret' ? [slug] : [])))
  const fields: Record<string, string> = {}
  for (const [slug, value] of Object.entries(change.fields)) {
    const before = Object.hasOwn(found.fields, slug) ? found.fields[slug] : undefined
    const isKept = value === SECRET_KEPT && before !== undefined && isSealedSecret(before)
    if (isKept) continue
    fields[slug] = secrets.has(slug) && value !== '' ? await sealOnce(ctx, actor.id, value, before) : value
  }
  return { ...change, fields }
}

/** A secret that is there already stays as it is sealed. */
async function sealOnce(
  { settings }: Pick<Ctx, 'settings'>,
  user_id: string,
  value: string,
  before: string | undefined,
) {
  const known = before && isSealedSecret(before) ? await openSecret(settings.TOKEN_KEYS, user_id, before) : null
  return before !== undefined && known === value ? before : sealSecret(settings.TOKEN_KEYS, user_id, value)
}
