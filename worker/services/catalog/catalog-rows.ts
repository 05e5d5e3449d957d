import { STEP_KINDS, STEP_SEGMENTS, type PastedField, type StepKind } from '../../contract/connections/service.ts'
import type { CatalogRows } from '../../db/services/catalog-sql.ts'
import type { AccountRequest, AskAccount, ConnectDefinition, ConnectField } from '../format/connect-definition.ts'
import type { FieldDefinition, IngredientDefinition, ServiceDefinition } from '../format/service-definition.ts'
import { placedAddress } from '../format/placed-address.ts'

/** The catalog's rows from the services' files. `addresses`: the operator's, by module name. `icon`: the
 * name of another icon than their own. */
export function catalogRows(
  definitions: readonly ServiceDefinition[],
  addresses: Readonly<Record<string, string>>,
  icon?: string,
): CatalogRows {
  const based = definitions.map((service) => {
    const base = addresses[service.module_name] ?? service.base_url ?? ownServer(service)
    return { service, at: (address: string) => placedAddress(service, base, address) }
  })
  const steps = based.flatMap(({ service, at }) =>
    STEP_KINDS.flatMap((kind) => stepsOf(service, kind).map((step) => ({ ...stepRow(service, kind, step), step, at }))),
  )
  return {
    services: based.map(({ service, at }) => serviceRow(service, at, icon)),
    steps: steps.map(({ row }) => row),
    fields: steps.flatMap(({ row, step, at }) =>
      (step.fields ?? []).map((field, position) => fieldRow(field, { step_id: row.id, position, at })),
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

/** Where an address of a service's file is. */
type Placed = (address: string) => string

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
  at: Placed,
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
    ...connectionColumns(connect, at),
  }
}

function connectionColumns(connect: ConnectDefinition, at: Placed) {
  const addresses = { issuer: null, authorize_url: null, token_url: null, revoke_url: null, account_url: null }
  const none = { ...addresses, scopes: null, connect_fields: null }
  switch (connect.kind) {
    case 'none':
      return none
    case 'key':
      return connect.fields
        ? { ...none, connect_fields: connect.fields.map(pastedField) }
        : { ...none, account_url: accountUrl(connect.account, at) }
    case 'oauth2':
      return {
        issuer: at(connect.issuer),
        authorize_url: at(connect.authorize_url),
        token_url: at(connect.token_url),
        revoke_url: connect.revoke_url === null ? null : at(connect.revoke_url),
        // A function asks at the service's own address.
        account_url: accountUrl(connect.account, at) ?? at(''),
        scopes: connect.scopes.join(' '),
        connect_fields: connect.fields?.map(pastedField) ?? null,
      }
  }
}

function accountUrl(account: AccountRequest | AskAccount, at: Placed): string | null {
  return typeof account === 'function' ? null : at(account.get)
}

/** Picks the part of it that the page needs. */
function pastedField({ address: _address, base: _base, ...field }: ConnectField): PastedField {
  return field
}

function liveColumns(options: FieldDefinition['options'], at: Placed) {
  if (options === undefined || Array.isArray(options)) return { options_url: null, options_at: null }
  const { get, items = '$.options', value = '$.value', label = '$.label', group = null, group_ends } = options
  return {
    options_url: at(get),
    options_at: { items, value, label, group, ...(group_ends !== undefined && { group_ends }) },
  }
}

function fieldRow(
  { slug, label, type, required = true, hint, default_value, options }: FieldDefinition,
  { step_id, position, at }: { step_id: string; position: number; at: Placed },
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
    ...liveColumns(options, at),
  }
}
