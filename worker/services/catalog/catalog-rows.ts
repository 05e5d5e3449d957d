import { STEP_SEGMENTS, type OptionsAt, type PastedField } from '../../contract/connections/service.ts'
import type { CatalogRows } from '../../db/services/catalog-sql.ts'
import { optionsAddress } from '../format/http/ask-live-options.ts'
import { pathOfPage } from '../format/connect-values.ts'
import { placedAddress } from '../format/placed-address.ts'
import {
  baseUrl,
  shortName,
  type ConnectField,
  type FieldDefinition,
  type LiveOptions,
  type OAuthConnect,
  type ServiceDefinition,
} from '../format/service-definition.ts'
import { knownSteps } from './steps/known-step.ts'

/** The catalog's rows from the services' files. `addresses`: the operator's, by module name. `icon`: the
 * name of another icon than their own. */
export function catalogRows(
  definitions: readonly ServiceDefinition[],
  addresses: Readonly<Record<string, string>>,
  icon?: string,
): CatalogRows {
  const based = definitions.map((service) => {
    const base = catalogBase(service, addresses)
    return { service, base, at: (address: string) => placedAddress(service, base, address) }
  })
  const steps = based.flatMap(({ service, base }) => knownSteps([service]).map((step) => ({ ...step, base })))
  return {
    services: based.map(({ service, at }) => serviceRow(service, { at, moved: addresses[service.id], icon })),
    steps: steps.map(({ id, service, kind, slug, name, description }) => {
      return { id, module_name: service.id, kind, slug, name, description }
    }),
    fields: steps.flatMap((step) =>
      step.fields.map((field, position) => ({
        ...fieldRow(step.id, position, field),
        ...liveColumns(step, field),
      })),
    ),
    ingredients: steps.flatMap(({ id, ingredients }) =>
      ingredients.map(({ slug, name, type, example }, position) => ({
        step_id: id,
        slug,
        position,
        name,
        type,
        example,
      })),
    ),
  }
}

/**
 * Where the catalog says that a service is. One without an address of its own: its live options are asked for at the
 * user's server, under this name.
 */
export function catalogBase(service: ServiceDefinition, addresses: Readonly<Record<string, string>>): string {
  const ownServer = service.connect.kind === 'none' ? '' : `https://${service.id}.invalid`
  return addresses[service.id] ?? baseUrl(service) ?? ownServer
}

/** Where an address of a service's file is. */
type Placed = (address: string) => string
/** `moved`: the operator's own address, which stands for all of the service's. */
type Place = { at: Placed; moved: string | undefined }

function serviceRow(
  service: ServiceDefinition,
  { icon: icon_name = service.id, ...place }: Place & { icon: string | undefined },
): CatalogRows['services'][number] {
  const { id, name, description, category = 'other', color, popularity = 0 } = service
  const { plan = null, connect, terms_url = null, credit = null, unverified = false, hosts } = service
  const icon = `/icons/services/${icon_name}`
  return {
    module_name: id,
    name,
    short_name: shortName(service),
    description,
    category,
    brand_color: color,
    popularity,
    connect_kind: connect.kind,
    minimum_tier: plan,
    icon: `${icon}.svg`,
    icon_bw: `${icon}-bw.svg`,
    monochrome_image_url: `${icon}-mono.svg`,
    lrg_monochrome_image_url: `${icon}-mono.svg`,
    lrg_variant_image_url: `${icon}.svg`,
    terms_url,
    credit,
    unverified,
    hosts,
    ...connectionColumns(connect, place),
  }
}

function connectionColumns(connect: ServiceDefinition['connect'], { at, moved }: Place) {
  const pasted = (field: ConnectField) => pastedField(field, moved)
  const addresses = { issuer: null, authorize_url: null, token_url: null, revoke_url: null, account_url: null }
  const none = { ...addresses, scopes: null, connect_fields: null }
  switch (connect.kind) {
    case 'none':
      return none
    case 'key':
      return connect.fields
        ? { ...none, connect_fields: connect.fields.map(pasted) }
        : { ...none, account_url: accountUrl(connect, at) }
    case 'oauth2':
      return {
        issuer: at(issuerOf(connect)),
        authorize_url: at(connect.authorize_url),
        token_url: at(connect.token_url),
        revoke_url: connect.revoke_url === undefined ? null : at(connect.revoke_url),
        // Code asks at the service's own address.
        account_url: accountUrl(connect, at) ?? at(''),
        scopes: connect.scopes,
        connect_fields: connect.fields?.map(pasted) ?? null,
      }
  }
}

/** As the service names itself; otherwise where people sign in. */
function issuerOf({ issuer, authorize_url }: OAuthConnect): string {
  return issuer ?? (authorize_url.startsWith('/') ? '' : new URL(authorize_url).origin)
}

function accountUrl({ account }: Pick<OAuthConnect, 'account'>, at: Placed): string | null {
  return account?.get === undefined ? null : at(account.get)
}

/** Picks the part of it that the page needs. */
function pastedField(
  { address: _address, match: _match, page, ...field }: ConnectField,
  moved: string | undefined,
): PastedField {
  return {
    ...field,
    ...(field.base && moved !== undefined && { default_value: moved }),
    ...(page !== undefined && {
      page: moved === undefined || page.startsWith('/') ? page : moved + pathOfPage(page),
    }),
  }
}

type PlacedStep = ReturnType<typeof knownSteps>[number] & { base: string }

function liveColumns({ service, base, kind, slug }: PlacedStep, field: FieldDefinition) {
  const { options } = field
  if (options === undefined || Array.isArray(options)) return { options_url: null, options_at: null }
  return {
    options_url: optionsAddress(service, base, options, {
      segment: STEP_SEGMENTS[kind],
      step: slug,
      field: field.slug,
    }),
    options_at: optionsAt(options),
  }
}

const ENDED = /^\{\{(\$[^\s|]*) \| before: "([^"]*)"\}\}$/

/** Where the options stand in an answer; null where templates make them. */
function optionsAt(options: LiveOptions): OptionsAt | null {
  const { items = '$.options', value = '$.value', label = '$.label' } = options
  const [, place, group_ends] = ENDED.exec(options.group ?? '') ?? []
  const group = place ?? options.group ?? null
  if (![items, value, label, group ?? '$'].every((each) => each.startsWith('$'))) return null
  return { items, value, label, group, ...(group_ends !== undefined && { group_ends }) }
}

function fieldRow(step_id: string, position: number, field: FieldDefinition) {
  const { slug, label, type, required = true, hint, default_value, options, destination = false } = field
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
    destination,
  }
}
