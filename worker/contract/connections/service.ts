import type { Brand } from '../shared/brand-color.ts'
import { activationPath } from '../addresses.ts'
import type { SoldPlan } from '../tiers.ts'

export const CONNECT_KINDS = ['none', 'oauth2', 'key'] as const
export type ConnectKind = (typeof CONNECT_KINDS)[number]

/**
 * How people can connect a service on this site. `paste`: what they may paste, in its field's words; null where they
 * cannot. Without either, a service with accounts is not set up here.
 */
export type ConnectWays = { sign_in: boolean; paste: string | null }

/** The kinds of things that services are about: `/services` lists them under these, in this order. */
export const SERVICE_CATEGORIES = [
  'messages',
  'tasks',
  'documents',
  'developers',
  'news',
  'social',
  'home',
  'media',
  'health',
  'tools',
  'other',
] as const
export type ServiceCategory = (typeof SERVICE_CATEGORIES)[number]

/** A service as everyone sees it (§3 Service). Icon fields are same-origin paths. */
export type Service = {
  module_name: string
  name: string
  short_name: string
  description: string
  category: ServiceCategory
  brand_color: string
  brand: Brand
  published: boolean
  connect_kind: ConnectKind
  /** Nobody has seen it work with a real account yet. */
  is_new: boolean
  /** For exclusive services: the lowest plan that may use it. */
  minimum_tier: SoldPlan | null
  icon: string
  icon_bw: string
  monochrome_image_url: string
  lrg_monochrome_image_url: string
  lrg_variant_image_url: string
}

export const STEP_KINDS = ['trigger', 'query', 'action'] as const
export type StepKind = (typeof STEP_KINDS)[number]
/** Path segment of a step's page: /{service}/triggers/{slug} … (§2.2). */
export const STEP_SEGMENTS: Record<StepKind, 'triggers' | 'queries' | 'actions'> = {
  trigger: 'triggers',
  query: 'queries',
  action: 'actions',
}

/** The id of a step in the catalog, which is the path of its page. */
export function stepIdOf(kind: StepKind, { module_name, slug }: { module_name: string; slug: string }): string {
  return `${module_name}/${STEP_SEGMENTS[kind]}/${slug}`
}

export type CatalogStep = { kind: StepKind; slug: string; name: string; description: string; module_name: string }

export const FIELD_TYPES = [
  'text',
  'textarea',
  'url',
  'email',
  'number',
  'time',
  'select',
  'location',
  'date',
  'datetime',
  'duration',
  'checkbox',
  'weekdays',
  'switch',
  'secret',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** The languages of text fields whose page shows what the value means. */
export const FIELD_SYNTAXES = ['cron', 'cells'] as const
export type FieldSyntax = (typeof FIELD_SYNTAXES)[number]
/** Stands between the cells of a row. */
export const CELL_BREAK = '|||'

export const INGREDIENT_TYPES = [
  'text',
  'url',
  'image_url',
  'file_url',
  'number',
  'date',
  'datetime',
  'html',
  'location',
] as const
export type IngredientType = (typeof INGREDIENT_TYPES)[number]

/** `group`: the heading that it is listed under. */
export type FieldOption = { label: string; value: string; group?: string | undefined }

/**
 * Where live options stand in a service's answer: the list, and in each its value, label and group. `group_ends`: the
 * group is what stands before this text, such as `light` in `light.kitchen`.
 */
export type OptionsAt = { items: string; value: string; label: string; group: string | null; group_ends?: string }

/** The kind of a pasted value of a connection: hidden while it is typed, an https address, or plain text. */
export const CONNECT_FIELD_TYPES = ['secret', 'url', 'text'] as const

/**
 * A value that the user pastes to connect a service, as the page asks for it. `page`: where they get it, or its path at the
 * server that the field with `base` names; `prefix`: how every value begins.
 */
export type PastedField = {
  slug: string
  label: string
  type: (typeof CONNECT_FIELD_TYPES)[number]
  hint?: string | undefined
  page?: string | undefined
  required?: boolean | undefined
  default_value?: string | undefined
  prefix?: string | undefined
  base?: true | undefined
}

/** An Applet that the viewer has, as a user of a service. */
export type UseOfService = {
  id: number
  name: string
  path: string
  /** Whether it runs; false for one that is turned off. */
  enabled: boolean
  /** False if the viewer's other accounts at the service are enough for it. */
  needs_account: boolean
}

/** A connected account of the viewer, as /settings/connections and the service's page list it. Times in ms. */
export type ConnectedAccount = {
  id: string
  service: Service
  account_name: string
  status: 'connected' | 'broken'
  connected_at: number
  used_by: UseOfService[]
}
/** GET /api/connections */
export type ConnectionsResponse = { connections: ConnectedAccount[] }
/** GET /api/services/{module_name}/viewer: the viewer's accounts of this service; null for visitors. */
export type ServiceViewerResponse = { viewer: { connections: ConnectedAccount[] } | null }

/** How many services one activation may connect. */
export const MODULES_MAX = 10

/** The path that connects a service again, to repair an account or to add one. */
export function reconnectPath(name: string, returnTo: string): string {
  return `${activationPath([name], returnTo)}&reconnect=1`
}

/** The path that connects the first of these services with what can be pasted instead of a sign-in. */
export function pastePath(names: readonly string[], returnTo: string): string {
  return `${activationPath(names, returnTo)}&way=paste`
}

/**
 * The next step of the activation page (§4.10). `remaining` becomes the next `c[]` after a key is accepted: empty when
 * nothing is left to connect, otherwise every requested service, so that the step count continues.
 */
export type Activation =
  | { kind: 'redirect'; to: string }
  | {
      kind: 'ask'
      service: Service
      step: number
      steps: number
      to: string
      /** The server that the user named, of a service at many. */
      server: string | null
      /** Where what the user has can be pasted instead, and what that is. */
      paste: OtherWay | null
      return_to: string
    }
  /** Of a service at many servers: which one is the user's? `problem`: what is wrong with `value`. */
  | {
      kind: 'server'
      service: Service
      field: { label: string; hint?: string; default_value?: string }
      value: string
      problem: string | null
      step: number
      steps: number
      /** The parameters that go back with the answer, in the address of the activation. */
      query: [name: string, value: string][]
      return_to: string
    }
  | {
      kind: 'key'
      service: Service
      /** Where the user can sign in instead. */
      sign_in: string | null
      /** The fields that the user pastes; null for one key. */
      fields: PastedField[] | null
      step: number
      steps: number
      remaining: string[]
      return_to: string
    }
  | { kind: 'done'; to: string }

/** Another way to connect the same service: what is pasted there, and where. */
type OtherWay = { label: string; to: string }

/** error_type in the return address after a failed connection (§8); error_message explains it. */
export const CONNECTION_ERRORS = ['access_denied', 'connection_failed', 'tier_required'] as const
export type ConnectionError = (typeof CONNECTION_ERRORS)[number]

/** POST /api/connections */
export type ConnectKeyInput = { module_name: string } & ({ key: string } | { values: Record<string, string> })

export type ConnectionResponse = { connection: ConnectedAccount }

/** `pick_path`: the page where the user may pick more; absent where there is none. */
export type StoredFieldsOptions = { options: FieldOption[]; pick_path?: string }
