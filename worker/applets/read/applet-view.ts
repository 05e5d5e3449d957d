import { toService } from '../../connections/accounts/find-service.ts'
import type { Applet, AppletField, AppletStep } from '../../contract/applets/applet.ts'
import { SECRET_KEPT } from '../../contract/applets/field-values.ts'
import type { FixedField } from '../../contract/applets/publication.ts'
import { needsOf, planFlags } from '../../contract/enablement/enablement-rules.ts'
import { onBrand } from '../../contract/shared/brand-color.ts'
import { VALUE_PROPOSITIONS_MAX } from '../../contract/limits.ts'
import type { PublicRows } from './applet-queries.ts'
import { needsConfiguration } from './field-rules.ts'
import { stepsInOrder } from '../../db/applets/steps-in-order.ts'

/** A loaded Applet: its row, the contract's view of it, and the fields users may fill in. */
export type LoadedApplet = {
  row: PublicRows[0][number]
  applet: Applet
  /** Its steps as they are stored, with what the author filled in. */
  stepRows: PublicRows[1]
  /** All steps in order, also those of each feature. */
  steps: AppletStep[]
  fields: AppletField[]
  /** The fields that its author filled in, the same for everyone. */
  fixed: FixedField[]
  features: PublicRows[4]
  /** Its author filled in a secret, which nobody else may use. */
  fixes_secret: boolean
}

export function toLoadedApplet([[row], found, serviceRows, fieldRows, features]: PublicRows): LoadedApplet | null {
  if (!row) return null
  const stepRows = stepsInOrder(found)
  const services = new Map(serviceRows.map((service) => [service.module_name, toService(service)]))
  const steps = stepRows.flatMap(
    ({ module_name, position, kind, slug, name, description, account_slot, feature }): AppletStep[] => {
      const service = services.get(module_name)
      return service ? [{ position, kind, slug, name, description, account_slot, service, feature }] : []
    },
  )
  const fields = userFields(stepRows, fieldRows)
  const parts = partsOf(steps, features)
  return {
    row,
    stepRows,
    applet: {
      ...contentOf(row),
      ...parts,
      ...planFlags(needsOf({ ...parts, filter_code: row.filter_code })),
      has_fields: fields.length > 0,
      needs_configuration: needsConfiguration(fields),
    },
    steps,
    fields,
    fixed: fixedFields(stepRows, fieldRows, serviceRows),
    features,
    fixes_secret: stepRows.some((step) =>
      fieldRows.some(({ step_id, slug, type }) => step_id === step.step_id && type === 'secret' && step.fields[slug]),
    ),
  }
}

/** Lists each column, so that a new column never becomes public by accident. */
function contentOf(row: PublicRows[0][number]) {
  return {
    id: row.id,
    friendly_id: row.friendly_id,
    name: row.name,
    description: row.description,
    brand_color: row.brand_color,
    brand: onBrand(row.brand_color),
    config_type: row.config_type,
    author: row.author,
    author_id: row.author_id,
    published: row.published_at !== null && row.archived_at === null,
    listed:
      row.published_at !== null && row.archived_at === null && row.unlisted_until === null && row.taken_down === null,
    taken_down: row.taken_down !== null,
    applet_type: row.applet_type,
    created_at: row.created_at,
    enabled_count: row.enabled_count,
    filter_code: row.filter_code,
    normalized_applet: { actions_delay: row.actions_delay },
    value_propositions: row.value_propositions.slice(0, VALUE_PROPOSITIONS_MAX),
    show_app_modal: row.show_app_modal,
  }
}

function partsOf(steps: AppletStep[], features: PublicRows[4]) {
  const startsWith = (module_name: string) =>
    steps.some(({ kind, service }) => kind === 'trigger' && service.module_name === module_name)
  const [applet_trigger = null, ...other_triggers] = steps.filter(({ kind }) => kind === 'trigger')
  const step_services = [...new Map(steps.map(({ service }) => [service.module_name, service])).values()]
  return {
    applet_trigger,
    other_triggers,
    applet_queries: steps.filter(({ kind }) => kind === 'query'),
    applet_actions: steps.filter(({ kind }) => kind === 'action'),
    configurations: features.map(({ slug, title, icon, required, fields }) => ({
      slug,
      title,
      icon,
      required,
      has_fields: fields.length > 0,
    })),
    services: step_services.map(({ module_name, name, monochrome_image_url }) => ({
      module_name,
      name,
      monochrome_image_url,
    })),
    step_services,
    has_webhook: startsWith('webhooks'),
    has_button: startsWith('button'),
    has_mail: startsWith('email'),
  }
}

/** The fields that the author filled in, step by step. No page gets a secret. */
function fixedFields(steps: PublicRows[1], fieldRows: PublicRows[3], services: PublicRows[2]): FixedField[] {
  const connects = (name: string) =>
    services.some(({ module_name, connect_kind }) => module_name === name && connect_kind !== 'none')
  return steps.flatMap((step) =>
    fieldRows
      .filter(({ step_id, slug }) => step_id === step.step_id && step.fields[slug])
      .map(({ slug, label, type, options_url }) => ({
        key: `${step.position}.${slug}`,
        step_name: step.name,
        label,
        value: type === 'secret' ? SECRET_KEPT : (step.fields[slug] ?? ''),
        of_account: options_url !== null && connects(step.module_name),
      })),
  )
}

/** The fields that the author left open, step by step. */
function userFields(steps: PublicRows[1], fieldRows: PublicRows[3]): AppletField[] {
  return steps.flatMap((step) =>
    fieldRows
      .filter((field) => field.step_id === step.step_id && !Object.hasOwn(step.fields, field.slug))
      .map((field) => ({
        key: `${step.position}.${field.slug}`,
        label: field.label,
        hint: field.hint,
        type: field.type,
        required: field.required,
        options: field.options,
        resolve_url: field.options_url,
        default_value: field.default_value,
        step_name: step.name,
        module_name: step.module_name,
      })),
  )
}
