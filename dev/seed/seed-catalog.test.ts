import { DatabaseSync } from 'node:sqlite'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { expect, test } from 'vitest'
import { catalogRows } from '../../worker/services/catalog/catalog-rows.ts'
import { catalogSql } from '../../worker/db/services/catalog-sql.ts'
import type { ServiceDefinition } from '../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { catalogText } from '../deploy/release/write-catalog.ts'

async function database() {
  const db = new DatabaseSync(':memory:')
  for (const { queries } of await readD1Migrations('migrations')) for (const query of queries) db.exec(query)
  return db
}

function apply(db: DatabaseSync, definitions: readonly ServiceDefinition[], addresses: Record<string, string> = {}) {
  for (const statement of catalogSql(catalogRows(definitions, addresses))) db.exec(statement)
}

const ids = (db: DatabaseSync, query: string) =>
  db
    .prepare(query)
    .all()
    .map((row) => Object.values(row).join(' '))

test("a deployment's file brings an empty database to the catalog", async () => {
  const db = await database()
  db.exec(catalogText({}))
  expect(ids(db, 'select module_name from services order by rowid')).toEqual(serviceDefinitions.map(({ id }) => id))
  expect(ids(db, "select token_url, account_url from services where module_name = 'octoforge'")).toEqual([
    'https://api.octoforge.example/oauth/token https://api.octoforge.example/api/me',
  ])
  expect(
    ids(
      db,
      "select required, options is null, options_url from step_fields where step_id = 'lumen/actions/dim' order by position",
    ),
  ).toEqual(['0 1 https://api.lumen.example/api/options/lights', '1 1 '])
})

test('a step that an Applet uses outlives its service file', async () => {
  const db = await database()
  apply(db, serviceDefinitions, { octoforge: 'https://gateway.example' })
  db.exec(`update services set published = 0 where module_name = 'chirp';
    pragma foreign_keys = off;
    insert into applet_steps (applet_id, position, step_id, fields) values (1, 0, 'octoforge/triggers/new_star', '{}')`)
  const without = serviceDefinitions.map((service) =>
    service.id === 'octoforge' ? { ...service, triggers: [], queries: [] } : service,
  )
  apply(db, without)
  expect(ids(db, "select id from service_steps where module_name = 'octoforge' order by id")).toEqual([
    'octoforge/actions/create_issue',
    'octoforge/triggers/new_star',
  ])
  expect(ids(db, "select distinct step_id from step_fields where step_id like 'octoforge/%'")).toEqual([
    'octoforge/actions/create_issue',
  ])
  expect(
    ids(db, "select published, token_url from services where module_name in ('chirp', 'octoforge') order by 2"),
  ).toEqual(['0 https://api.chirp.example/oauth/token', '1 https://api.octoforge.example/oauth/token'])
})
