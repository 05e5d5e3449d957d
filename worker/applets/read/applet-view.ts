import { toService } from '../../connections/accounts/published-services.ts'
import type { Applet, AppletField, AppletStep } from '../../contract/applets/applet.ts'
import type { AppletDocument, ServiceStep } from '../../contract/applets/applet-document.ts'
import { stepsOfKind, stepsOfServices } from '../../contract/applets/step-list.ts'
import { fillOptionsAddress } from '../../contract/connections/options-address.ts'
import { stepIdOf, type Service } from '../../contract/connections/service.ts'
import { labelsOfChoices } from '../../contract/applets/choice-label.ts'
import { SECRET_KEPT } from '../../contract/applets/field-values.ts'
import type { FixedField, AddressLikeSecret } from '../../contract/applets/publication.ts'
import { needsOf, planFlags } from '../../contract/enablement/enablement-rules.ts'
import { addressIn } from '../../contract/sentences/say-value.ts'
import { onBrand } from '../../contract/shared/brand-color.ts'
import { VALUE_PROPOSITIONS_MAX } from '../../contract/limits.ts'
import type { AppletRows } from '../../db/applets/applet-rows.ts'
import { needsConfiguration } from './field-rules.ts'
import { fixedDestinations, type DescribedStep, markDestinations } from './fixed-destinations.ts'

/** A feature of a dynamic connection, as the version has it, with its title and icon. */
type LoadedFeature = AppletDocument['features'][number] & Pick<AppletRows['features'][number], 'title' | 'icon'>
/** A step of a service as it is stored, with what the author filled in, and its row in the catalog. */
type KnownStep = ServiceStep & { row: AppletRows['steps'][number]; step_fields: AppletRows['fields'] }

/** A loaded Applet: its row, the contract's view of it, and the fields users may fill in. */
export type LoadedApplet = {
  row: AppletRows['applet'][number]
  /** In the version that its viewer sees. */
  document: AppletDocument
  applet: Applet
  /** All steps in order, also those of each feature. */
  steps: AppletStep[]
  fields: AppletField[]
  /** The fields that its author filled in, the same for everyone. */
  fixed: FixedField[]
  features: LoadedFeature[]
  /** Its author filled in a secret, which nobody else may use. */
  fixes_secret: boolean
  /** Addresses that its author filled in and that look like secrets. */
  secret_addresses: AddressLikeSecret[]
  /** Its steps of services that the catalog still has, as its document has them. */
  described: DescribedStep[]
}

export function toLoadedApplet(rows: AppletRows): LoadedApplet | null {
  const [row] = rows.applet
  if (!row) return null
  const { doc } = row
  const known = knownSteps(doc, rows)
  const services = new Map(rows.services.map((service) => [service.module_name, toService(service)]))
  const steps = known.flatMap((step): AppletStep[] => {
    const { id: position, kind, slug, account_slot, feature } = step
    const { name, description } = step.row
    const service = services.get(step.module_name)
    return service ? [{ position, kind, slug, name, description, account_slot, service, feature }] : []
  })
  const fields = known.flatMap(userFields)
  const described = describedSteps(known, rows)
  const features = doc.features.flatMap((feature): LoadedFeature[] => {
    const shown = rows.features.find(({ slug }) => slug === feature.slug)
    return shown ? [{ ...feature, title: shown.title, icon: shown.icon }] : []
  })
  const filter_code = stepsOfKind(doc.steps, 'filter')[0]?.code ?? null
  const actions_delay = stepsOfKind(doc.steps, 'wait')[0]?.seconds ?? 0
  return {
    row,
    document: doc,
    applet: {
      ...contentOf(row),
      filter_code,
      normalized_applet: { actions_delay },
      ...partsOf(steps, features),
      ...planFlags(needsOf(steps, { filter_code })),
      has_fields: fields.length > 0,
      needs_configuration: needsConfiguration(fields),
      fixed_destinations: fixedDestinations(doc, described),
    },
    steps,
    fields,
    fixed: known.flatMap((step) => fixedFields(step, services.get(step.module_name))),
    features,
    fixes_secret: known.some(({ fields: given, step_fields }) =>
      step_fields.some(({ slug, type }) => type === 'secret' && given[slug]),
    ),
    secret_addresses: described.flatMap(secretAddresses),
    described,
  }
}

function describedSteps(known: KnownStep[], { services }: AppletRows): DescribedStep[] {
  return known.flatMap(({ row, step_fields, ...step }) => {
    const service = services.find(({ module_name }) => module_name === step.module_name)
    if (!service) return []
    const { name, short_name, hosts } = service
    const marked = markDestinations(step, step_fields)
    return [{ ...step, step_name: row.name, service_name: name, short_name, hosts: hosts ?? [], known: marked }]
  })
}

/** Also those that only ask, such as a feed with a key: who copies the Applet has them. */
function secretAddresses({ id, step_name, known, fields }: DescribedStep): AddressLikeSecret[] {
  return known.flatMap(({ slug, label, type }) => {
    const address = addressIn(type, fields[slug] ?? '')
    return address?.is_secret ? [{ key: `${id}.${slug}`, step_name, label, host: address.shown }] : []
  })
}

/** The steps of services that the catalog still has. */
function knownSteps({ steps }: AppletDocument, rows: AppletRows): KnownStep[] {
  const catalog = new Map(rows.steps.map((row) => [row.id, row]))
  const fields = Map.groupBy(rows.fields, ({ step_id }) => step_id)
  return stepsOfServices(steps).flatMap((step): KnownStep[] => {
    const row = catalog.get(stepIdOf(step.kind, step))
    return row ? [{ ...step, row, step_fields: fields.get(row.id) ?? [] }] : []
  })
}

/** Lists each column, so that a new column never becomes public by accident. */
function contentOf(row: LoadedApplet['row']) {
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
    value_propositions: row.value_propositions.slice(0, VALUE_PROPOSITIONS_MAX),
    show_app_modal: row.show_app_modal,
    rev: row.version,
  }
}

function partsOf(steps: AppletStep[], features: LoadedFeature[]) {
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

/** The fields that the author filled in. No page gets a secret. */
function fixedFields({ id, row, fields, step_fields }: KnownStep, service: Service | undefined): FixedField[] {
  return step_fields
    .filter(({ slug }) => fields[slug])
    .map(({ slug, label, type, options, options_url }) => ({
      key: `${id}.${slug}`,
      step_name: row.name,
      label,
      value: type === 'secret' ? SECRET_KEPT : shownChoices(fields[slug] ?? '', options),
      of_account: options_url !== null && service !== undefined && service.connect_kind !== 'none',
    }))
}

/** Choices as people read them. */
function shownChoices(value: string, options: AppletField['options']): string {
  return options === null ? value : labelsOfChoices(value, options).join(', ')
}

/** The fields that the author left open: those that the version knows, which its runs use. */
function userFields({ id, module_name, row, fields, user_fields, step_fields }: KnownStep): AppletField[] {
  return step_fields
    .filter(({ slug }) => Object.hasOwn(user_fields, slug))
    .map((field) => ({
      key: `${id}.${field.slug}`,
      label: field.label,
      hint: field.hint,
      type: field.type,
      required: field.required,
      options: field.options,
      // Choices may depend on what the author fixed, which the page does not have.
      resolve_url: field.options_url && fillOptionsAddress(field.options_url, (slug) => fields[slug]),
      default_value: user_fields[field.slug] ?? null,
      step_name: row.name,
      module_name,
    }))
}
