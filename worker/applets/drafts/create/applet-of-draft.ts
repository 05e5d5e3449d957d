import type { AppletDocument } from '../../../contract/applets/applet-document.ts'
import { waitOf } from '../../../contract/drafts/draft-steps.ts'
import type { DraftStep } from '../../../contract/drafts/draft.ts'
import { toVersions } from '../../../engine/runner-sync/applet-version-rows.ts'
import type { EditedStep, FieldRow } from '../view/draft-queries.ts'
import type { ReadDraft } from '../view/draft-view.ts'
import { keyOfPosition, stepIdOf, type LoadedDraft } from '../view/load-draft.ts'
import type { ResolvedStep } from '../view/resolved-step.ts'

/** The Applet that a draft becomes: its columns, its steps, its author's own values, and the version that runs. */
export type AppletOfDraft = {
  columns: {
    name: string
    brand_color: string
    filter_code: string | null
    actions_delay: number
  }
  steps: Omit<EditedStep, 'applet_id'>[]
  /** Of the fields that each user is asked for, keyed "{id}.{slug}". */
  own_fields: Record<string, string>
  /** Without its compiled filter. */
  version: AppletDocument
  has_webhook: boolean
  has_mail: boolean
}

/**
 * The Applet that a draft makes. Steps that are missing or withdrawn are left out. `last_position`: the highest that
 * any version of the edited Applet has had.
 */
export function appletOfDraft(loaded: LoadedDraft, { view, resolved }: ReadDraft, last_position = -1): AppletOfDraft {
  const { doc } = loaded
  const known = resolved.filter(({ row }) => row !== null)
  const placed = placeSteps(known, loaded.applet_steps, last_position)
  const name = doc.name ?? view.proposed_name
  const trigger = known.find(({ kind }) => kind === 'trigger')
  const startsWith = (module_name: string) => trigger?.step.module_name === module_name
  return {
    columns: {
      name: name.trim(),
      brand_color: trigger?.service?.brand_color ?? '#222222',
      filter_code: view.filter_code,
      actions_delay: waitOf(doc),
    },
    steps: placed.map(({ position, own: { kind, step, fields } }, place) => ({
      position,
      place,
      step_id: stepIdOf(kind, step),
      account_slot: step.account_slot,
      fields: fixedFields(step, fields),
      configuration_slug: null,
    })),
    own_fields: Object.fromEntries(placed.flatMap(({ position, own }) => ownFields(position, own))),
    version: versionOf(placed, { filter_code: view.filter_code, wait: waitOf(doc) }),
    has_webhook: startsWith('webhooks'),
    has_mail: startsWith('email'),
  }
}

type Placed = { position: number; own: ResolvedStep }

/**
 * A position names one step for as long as the Applet lives, wherever the step is moved: its users' values and what its
 * runs have done are kept under it. Another service's step in its place is another step.
 */
function placeSteps(resolved: readonly ResolvedStep[], before: readonly EditedStep[], last_position: number): Placed[] {
  let next = Math.max(last_position, ...before.map(({ position }) => position)) + 1
  return resolved.map((own) => {
    const { kind, step } = own
    const same = before.find(
      ({ position, step_id }) => step.key === keyOfPosition(position) && step_id === stepIdOf(kind, step),
    )
    return { position: same ? same.position : next++, own }
  })
}

/** The author's values of the fields that users are not asked for; an absent one takes its default for good. */
function fixedFields(step: DraftStep, fields: readonly FieldRow[]): Record<string, string> {
  const fixed = fields.filter((field) => !isAsked(step, field))
  return Object.fromEntries(fixed.map((field) => [field.slug, valueOf(step, field) ?? field.default_value ?? '']))
}

function ownFields(position: number, { step, fields }: ResolvedStep): [string, string][] {
  return fields.flatMap((field): [string, string][] => {
    const value = isAsked(step, field) ? valueOf(step, field) : undefined
    const isKept = value || (value === '' && field.default_value !== null)
    return isKept && value !== undefined ? [[`${position}.${field.slug}`, value]] : []
  })
}

/** Each user has a secret of their own, so that none is in the Applet. */
function isAsked(step: DraftStep, { slug, type }: FieldRow): boolean {
  return type === 'secret' || step.asked.includes(slug)
}

function valueOf(step: DraftStep, { slug, type }: FieldRow): string | undefined {
  const value = Object.hasOwn(step.fields, slug) ? step.fields[slug] : undefined
  return type === 'textarea' ? value : value?.trim()
}

function versionOf(placed: readonly Placed[], applet: { filter_code: string | null; wait: number }): AppletDocument {
  const id = 0
  const steps = placed.flatMap(({ position, own: { kind, step, row, service, fields } }, place) =>
    row && service
      ? [
          {
            applet_id: id,
            step_id: row.id,
            position,
            place,
            account_slot: step.account_slot,
            fields: fixedFields(step, fields),
            feature: null,
            kind,
            slug: row.slug,
            module_name: row.module_name,
            connect_kind: service.connect_kind,
            minimum_tier: service.minimum_tier,
          },
        ]
      : [],
  )
  const fields = placed.flatMap(({ own }) => own.fields)
  const unique = [...new Map(fields.map((field) => [`${field.step_id} ${field.slug}`, field])).values()]
  const version = toVersions([[{ id, ...applet }], steps, unique, []]).get(id)
  if (!version) throw new Error('An Applet has a version.')
  return version
}
