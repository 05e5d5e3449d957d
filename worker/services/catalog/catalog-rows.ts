import { STEP_KINDS, STEP_SEGMENTS, type PastedField, type StepKind } from '../../contract/connections/service.ts'
import type { service_steps, services, step_fields, step_ingredients } from '../../db/schema/connections.ts'
import type {
  AccountRequest,
  AskAccount,
  ConnectDefinition,
  ConnectField,
  FieldDefinition,
  IngredientDefinition,
  ServiceDefinition,
} from '../format/service-definition.ts'

/** The catalog as D1 keeps it. `published` is the operator's, so it has no place here. */
export type CatalogRows = {
  services: Omit<typeof services.$inferSelect, 'published'>[]
  steps: (typeof service_steps.$inferSelect)[]
  fields: (typeof step_fields.$inferSelect)[]
  ingredients: (typeof step_ingredients.$inferSelect)[]
}

/** The catalog's rows from the services' files (§D13-08). `addresses`: the operator's, by module name. `icon`: the
 * name of another icon than their own. */
export function catalogRows(
  definitions: readonly ServiceDefinition[],
  addresses: Readonly<Record<string, string>>,
  icon?: string,
): CatalogRows {
  const based = definitions.map((service) => ({
    service,
    base: addresses[service.module_name] ?? service.base_url ?? ownServer(service),
  }))
  const steps = based.flatMap(({ service, base }) =>
    STEP_KINDS.flatMap((kind) =>
      stepsOf(service, kind).map((step) => ({ ...stepRow(service, kind, step), step, base })),
    ),
  )
  return {
    services: based.map(({ service, base }) => serviceRow(service, base, icon)),
    steps: steps.map(({ row }) => row),
    fields: steps.flatMap(({ row, step, base }) =>
      (step.fields ?? []).map((field, position) => fieldRow(field, { step_id: row.id, position, base })),
    ),
    ingredients: steps.flatMap(({ row, step: { ingredients = [] } }) =>
      ingredients.map(({ slug, name, type, example }, position) => ({
        step_id: row.id,
        slug,
        position,
        name,
        type,
        example,
      })),
    ),
  }
}

/** A service without one address of its own: its live options are asked for at the user's server, under this name. */
function ownServer({ module_name, connect }: ServiceDefinition): string {
  return connect.kind === 'none' ? '' : `https://${module_name}.invalid`
}

type Step = {
  slug: string
  name: string
  description: string
  fields?: FieldDefinition[]
  ingredients?: IngredientDefinition[]
}

function stepsOf(service: ServiceDefinition, kind: StepKind): readonly Step[] {
  switch (kind) {
    case 'trigger':
      return service.triggers
    case 'query':
      return service.queries
    case 'action':
      return service.actions
  }
}

function stepRow({ module_name }: ServiceDefinition, kind: StepKind, { slug, name, description }: Step) {
  return { row: { id: `${module_name}/${STEP_SEGMENTS[kind]}/${slug}`, module_name, kind, slug, name, description } }
}

function serviceRow(
  service: ServiceDefinition,
  base: string,
  icon_name = service.module_name,
): CatalogRows['services'][number] {
  const { module_name, name, short_name, description, brand_color, category, popularity } = service
  const { minimum_tier = null, connect, terms_url = null, credit = null } = service
  const icon = `/icons/services/${icon_name}`
  return {
    module_name,
    name,
    short_name,
    description,
    category,
    brand_color,
    popularity,
    connect_kind: connect.kind,
    minimum_tier,
    icon: `${icon}.svg`,
    icon_bw: `${icon}-bw.svg`,
    monochrome_image_url: `${icon}-mono.svg`,
    lrg_monochrome_image_url: `${icon}-mono.svg`,
    lrg_variant_image_url: `${icon}.svg`,
    terms_url,
    credit,
    ...connectionColumns(connect, base),
  }
}

function connectionColumns(connect: ConnectDefinition, base: string) {
  const addresses = { issuer: null, authorize_url: null, token_url: null, revoke_url: null, account_url: null }
  const none = { ...addresses, scopes: null, connect_fields: null }
  switch (connect.kind) {
    case 'none':
      return none
    case 'key':
      return connect.fields
        ? { ...none, connect_fields: connect.fields.map(pastedField) }
        : { ...none, account_url: accountUrl(connect.account, base) }
    case 'oauth2':
      return {
        issuer: absolute(base, connect.issuer),
        authorize_url: absolute(base, connect.authorize_url),
        token_url: absolute(base, connect.token_url),
        revoke_url: connect.revoke_url === null ? null : absolute(base, connect.revoke_url),
        // A function asks at the service's own address.
        account_url: accountUrl(connect.account, base) ?? base,
        scopes: connect.scopes.join(' '),
        connect_fields: null,
      }
  }
}

function accountUrl(account: AccountRequest | AskAccount, base: string): string | null {
  return typeof account === 'function' ? null : absolute(base, account.get)
}

/** What the page needs to know of it. */
function pastedField({ address: _address, base: _base, ...field }: ConnectField): PastedField {
  return field
}

/** A service's addresses are complete, or paths from its base address. */
function absolute(base: string, address: string): string {
  return address === '' || address.startsWith('/') ? `${base}${address}` : address
}

function liveColumns(options: FieldDefinition['options'], base: string) {
  if (options === undefined || Array.isArray(options)) return { options_url: null, options_at: null }
  const { get, items = '$.options', value = '$.value', label = '$.label', group = null, group_ends } = options
  return {
    options_url: absolute(base, get),
    options_at: { items, value, label, group, ...(group_ends !== undefined && { group_ends }) },
  }
}

function fieldRow(
  { slug, label, type, required = true, hint, default_value, options }: FieldDefinition,
  { step_id, position, base }: { step_id: string; position: number; base: string },
): CatalogRows['fields'][number] {
  return {
    step_id,
    slug,
    position,
    label,
    hint: hint ?? null,
    type,
    required,
    default_value: default_value ?? null,
    options: Array.isArray(options) ? options : null,
    ...liveColumns(options, base),
  }
}
