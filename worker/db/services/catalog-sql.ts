import type { service_steps, services, step_fields, step_ingredients } from '../schema/connections.ts'

/** The catalog as D1 keeps it, without what is the operator's: whether it is published and was seen working. */
export type CatalogRows = {
  services: Omit<typeof services.$inferSelect, 'published' | 'seen_working_at' | 'withdrawn'>[]
  steps: (typeof service_steps.$inferSelect)[]
  fields: (typeof step_fields.$inferSelect)[]
  ingredients: (typeof step_ingredients.$inferSelect)[]
}

type Table = { name: string; keys: readonly string[]; columns: readonly string[] }

const SERVICES: Table = {
  name: 'services',
  keys: ['module_name'],
  columns: [
    'name',
    'short_name',
    'description',
    'category',
    'brand_color',
    'popularity',
    'connect_kind',
    'minimum_tier',
    'icon',
    'icon_bw',
    'monochrome_image_url',
    'lrg_monochrome_image_url',
    'lrg_variant_image_url',
    'issuer',
    'authorize_url',
    'token_url',
    'revoke_url',
    'account_url',
    'scopes',
    'connect_fields',
    'terms_url',
    'credit',
    'unverified',
    'hosts',
  ],
}
const STEPS: Table = {
  name: 'service_steps',
  keys: ['id'],
  columns: ['module_name', 'kind', 'slug', 'name', 'description'],
}
const FIELDS: Table = {
  name: 'step_fields',
  keys: ['step_id', 'slug'],
  columns: [
    'position',
    'label',
    'hint',
    'type',
    'required',
    'default_value',
    'options',
    'options_url',
    'options_at',
    'destination',
  ],
}
const INGREDIENTS: Table = {
  name: 'step_ingredients',
  keys: ['step_id', 'slug'],
  columns: ['position', 'name', 'type', 'example'],
}

/** Which services an operator has added; their rows are theirs. */
const ADDED = 'select module_name from service_files'

/**
 * Writes the statements that bring D1's catalog to all services of ours, as `catalogSql` does. A service that left is no
 * longer published until it comes back; what Applets and accounts have of it stays, and says so where it is shown.
 */
export function wholeCatalogSql(rows: CatalogRows): string[] {
  const ours = `select value from json_each(${literal(rows.services.map(({ module_name }) => module_name))})`
  return [
    ...statements(rows, `module_name not in (${ADDED})`),
    `update services set published = 1, withdrawn = 0 where withdrawn and module_name in (${ours})`,
    `update services set published = 0, withdrawn = 1
      where published and module_name not in (${ours}) and module_name not in (${ADDED})`,
  ]
}

/**
 * Writes the statements that bring D1's catalog to these rows, in order, each complete in itself. Rows that services no
 * longer have go, except steps that Applets use. Whether a service is published stays as the operator set it.
 */
export function catalogSql(rows: CatalogRows): string[] {
  const these = literal(rows.services.map(({ module_name }) => module_name))
  return statements(rows, `module_name in (select value from json_each(${these}))`)
}

/** `whose`: the condition for steps that these rows name all of. */
function statements({ services, steps, fields, ingredients }: CatalogRows, whose: string): string[] {
  const stepIds = literal(steps.map(({ id }) => id))
  const gone = goneSteps(whose, stepIds)
  const ofSteps = [
    { table: FIELDS, rows: fields },
    { table: INGREDIENTS, rows: ingredients },
  ]
  return [
    upsert(SERVICES, services),
    upsert(STEPS, steps),
    ...ofSteps.flatMap(({ table, rows }) => [
      upsert(table, rows),
      `delete from ${table.name} where step_id in (select value from json_each(${stepIds}))
        and step_id || ' ' || slug not in (select value from json_each(${literal(rows.map(keyOf))}))`,
      `delete from ${table.name} where step_id in (${gone})`,
    ]),
    `delete from service_steps where id in (${gone})`,
  ]
}

function keyOf({ step_id, slug }: { step_id: string; slug: string }): string {
  return `${step_id} ${slug}`
}

/** Steps that no file names any more, and that no Applet uses. */
function goneSteps(whose: string, stepIds: string): string {
  return `select id from service_steps
    where ${whose}
      and id not in (select value from json_each(${stepIds}))
      and id not in (select step_id from applet_steps)`
}

/** All rows travel as one JSON text, so that the statement has the same shape for any number of them. */
function upsert({ name, keys, columns }: Table, rows: readonly object[]): string {
  const all = [...keys, ...columns]
  const values = all.map((column) => `value ->> '$.${column}'`).join(', ')
  const changes = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  return `insert into ${name} (${all.join(', ')}) select ${values} from json_each(${literal(rows)}) where true
    on conflict (${keys.join(', ')}) do update set ${changes}`
}

function literal(value: unknown): string {
  return `'${JSON.stringify(value).replaceAll("'", "''")}'`
}
