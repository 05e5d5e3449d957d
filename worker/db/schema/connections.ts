import { SOLD_PLANS } from '../../contract/tiers.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import {
  CONNECT_KINDS,
  FIELD_TYPES,
  INGREDIENT_TYPES,
  SERVICE_CATEGORIES,
  STEP_KINDS,
  type FieldOption,
  type OptionsAt,
  type PastedField,
} from '../../contract/connections/service.ts'
import { ofUser } from './accounts.ts'
import { flagColumn, primaryId, momentColumn, sqlList, timestamps, jsonColumn } from './columns.ts'

/** §3 Service / channel, with how it is connected. Addresses are set by the operator. */
export const services = sqliteTable(
  'services',
  {
    module_name: text('module_name').primaryKey(),
    name: text('name').notNull(),
    short_name: text('short_name').notNull(),
    description: text('description').notNull(),
    category: text('category', { enum: SERVICE_CATEGORIES }).notNull().default('other'),
    brand_color: text('brand_color').notNull(),
    published: flagColumn('published').notNull().default(true),
    /** Services are listed in descending order. */
    popularity: integer('popularity').notNull().default(0),
    connect_kind: text('connect_kind', { enum: CONNECT_KINDS }).notNull(),
    /** Exclusive services: the lowest tier that may use them. */
    minimum_tier: text('minimum_tier', { enum: SOLD_PLANS }),
    icon: text('icon').notNull(),
    icon_bw: text('icon_bw').notNull(),
    monochrome_image_url: text('monochrome_image_url').notNull(),
    lrg_monochrome_image_url: text('lrg_monochrome_image_url').notNull(),
    lrg_variant_image_url: text('lrg_variant_image_url').notNull(),
    issuer: text('issuer'),
    authorize_url: text('authorize_url'),
    token_url: text('token_url'),
    revoke_url: text('revoke_url'),
    /** Responds with {id, name} of a token's or key's account. */
    account_url: text('account_url'),
    scopes: text('scopes'),
    /** The fields that the user pastes to connect it; null for one key, or for another kind. */
    connect_fields: jsonColumn('connect_fields').$type<PastedField[]>(),
    terms_url: text('terms_url'),
    /** The name that the service asks to be credited by. */
    credit: text('credit'),
    /** Nobody who wrote it down has seen it work with a real account. */
    unverified: flagColumn('unverified').notNull().default(false),
    /** When an operator saw it work here; null before that. */
    seen_working_at: momentColumn('seen_working_at'),
    /** Hidden by a release that no longer has it, so that one that has it again shows it. */
    withdrawn: flagColumn('withdrawn').notNull().default(false),
    /** The hosts that are its own; null before the catalog had them. */
    hosts: jsonColumn('hosts').$type<string[]>(),
  },
  (table) => [
    check('services_connect_kind', sql`${table.connect_kind} in (${sql.raw(sqlList(CONNECT_KINDS))})`),
    check(
      'services_oauth_addresses',
      sql`${table.connect_kind} <> 'oauth2' or (${table.issuer} is not null and ${table.authorize_url} is not null and ${table.token_url} is not null and ${table.account_url} is not null)`,
    ),
  ],
)

export type ServiceRow = typeof services.$inferSelect

/** Triggers, queries and actions. The id is the path of the step's page: "github/triggers/new_star". */
export const service_steps = sqliteTable(
  'service_steps',
  {
    id: primaryId(),
    module_name: text('module_name')
      .notNull()
      .references(() => services.module_name),
    kind: text('kind', { enum: STEP_KINDS }).notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
  },
  (table) => [
    unique('service_steps_slug').on(table.module_name, table.kind, table.slug),
    check('service_steps_kind', sql`${table.kind} in (${sql.raw(sqlList(STEP_KINDS))})`),
  ],
)

export const step_fields = sqliteTable(
  'step_fields',
  {
    step_id: text('step_id')
      .notNull()
      .references(() => service_steps.id),
    slug: text('slug').notNull(),
    position: integer('position').notNull(),
    label: text('label').notNull(),
    hint: text('hint'),
    type: text('type', { enum: FIELD_TYPES }).notNull(),
    required: flagColumn('required').notNull().default(true),
    default_value: text('default_value'),
    options: jsonColumn('options').$type<FieldOption[]>(),
    /** For live options: the service's address that lists them (§3 resolve_url). */
    options_url: text('options_url'),
    /** Where they stand in its answer; null where each has a `value` and a `label` in `options`. */
    options_at: jsonColumn('options_at').$type<OptionsAt>(),
    /** It says where something goes: an address, a recipient, a channel. */
    destination: flagColumn('destination').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.step_id, table.slug] }),
    check('step_fields_type', sql`${table.type} in (${sql.raw(sqlList(FIELD_TYPES))})`),
  ],
)

/** The ingredients that a trigger or a query reports, in the order of its service's file. */
export const step_ingredients = sqliteTable(
  'step_ingredients',
  {
    step_id: text('step_id')
      .notNull()
      .references(() => service_steps.id),
    slug: text('slug').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    type: text('type', { enum: INGREDIENT_TYPES }).notNull(),
    example: text('example').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.step_id, table.slug] }),
    check('step_ingredients_type', sql`${table.type} in (${sql.raw(sqlList(INGREDIENT_TYPES))})`),
  ],
)

/** Tokens are AES-GCM encrypted, "{key id}.{iv}.{ciphertext}". */
export const connected_accounts = sqliteTable(
  'connected_accounts',
  {
    id: primaryId(),
    user_id: ofUser(),
    module_name: text('module_name')
      .notNull()
      .references(() => services.module_name),
    /** The service's own id of the account. */
    account_id: text('account_id').notNull(),
    account_name: text('account_name').notNull(),
    status: text('status', { enum: ['connected', 'broken'] }).notNull(),
    access_token: text('access_token').notNull(),
    refresh_token: text('refresh_token'),
    /** The one before, while a service may have lost the newer one; only where its protocol asks for that. */
    previous_refresh_token: text('previous_refresh_token'),
    expires_at: momentColumn('expires_at'),
    scopes: text('scopes'),
    /** Incremented with each token change, so that simultaneous refreshes cannot overwrite each other. */
    version: integer('version').notNull().default(1),
    /** Until then only one request may refresh: using a refresh token twice revokes the grant (RFC 9700 §4.14). */
    refreshing_until: momentColumn('refreshing_until'),
    /** The server that the account is at, of a service at many; null for one at its own address. */
    server: text('server'),
    ...timestamps(),
  },
  (table) => [
    index('connected_accounts_at_server')
      .on(table.server)
      .where(sql`${table.server} is not null`),
    unique('connected_accounts_account').on(table.user_id, table.module_name, table.account_id),
    // A service names its own account when it says "poll now".
    index('connected_accounts_of_service').on(table.module_name, table.account_id),
    check('connected_accounts_status', sql`${table.status} in ('connected', 'broken')`),
  ],
)

export type AccountRow = typeof connected_accounts.$inferSelect

/** One attempt at an OAuth flow: valid once, for ten minutes, in the same browser and for the same user. */
export const oauth_states = sqliteTable(
  'oauth_states',
  {
    state_hash: text('state_hash').primaryKey(),
    user_id: ofUser(),
    browser_hash: text('browser_hash').notNull(),
    module_name: text('module_name')
      .notNull()
      .references(() => services.module_name),
    /** Encrypted like a token. */
    code_verifier: text('code_verifier').notNull(),
    /** All requested services, including this one, and where to go afterward. */
    modules: jsonColumn('modules').$type<string[]>().notNull(),
    return_to: text('return_to').notNull(),
    /** The server that the user named, of a service at many; null for one at its own address. */
    server: text('server'),
    expires_at: momentColumn('expires_at').notNull(),
  },
  (table) => [index('oauth_states_expiry').on(table.expires_at), index('oauth_states_user').on(table.user_id)],
)

/** Our clients at servers of services where each server gives its own: made when the first user names one. */
export const oauth_clients = sqliteTable(
  'oauth_clients',
  {
    /** "{module_name} {server}" */
    id: primaryId(),
    module_name: text('module_name')
      .notNull()
      .references(() => services.module_name),
    /** Its address, without a slash at the end. */
    server: text('server').notNull(),
    /** Its id and secret, encrypted like a token. */
    client: text('client').notNull(),
    // The values that it was registered with.
    redirect_uri: text('redirect_uri').notNull(),
    scopes: text('scopes').notNull(),
    endpoints: jsonColumn('endpoints').$type<ServerEndpoints>().notNull(),
    /** `updated_at` is when somebody last signed in with it, or when the purge last found it in use. */
    ...timestamps(),
  },
  (table) => [index('oauth_clients_used').on(table.updated_at)],
)

/** Where a server's OAuth 2 is, and whether it checks PKCE. */
export type ServerEndpoints = {
  issuer: string
  authorize_url: string
  token_url: string
  revoke_url: string | null
  has_pkce: boolean
}

/**
 * Grants of accounts that are gone here and are still to be revoked at their services. A row goes once that has worked,
 * or after the last try.
 */
export const grant_revocations = sqliteTable(
  'grant_revocations',
  {
    /** The id of the account that is gone. */
    id: primaryId(),
    // These three authenticate the token (accountOwner). No foreign key: the row outlives its user.
    user_id: text('user_id').notNull(),
    module_name: text('module_name').notNull(),
    account_id: text('account_id').notNull(),
    /** Sealed as it was in `connected_accounts`. */
    token: text('token').notNull(),
    /** As in `connected_accounts`: our client there is still needed. */
    server: text('server'),
    created_at: momentColumn('created_at').notNull(),
    /** When it is tried next: also the lease of who tries it. */
    next_at: momentColumn('next_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    index('grant_revocations_next').on(table.next_at),
    index('grant_revocations_at_server')
      .on(table.server)
      .where(sql`${table.server} is not null`),
  ],
)
