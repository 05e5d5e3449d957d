import { DatabaseSync } from 'node:sqlite'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { expect, test } from 'vitest'
import { catalogRows } from '../../worker/services/catalog/catalog-rows.ts'
import { catalogSql, wholeCatalogSql } from '../../worker/db/services/catalog-sql.ts'
import type { ServiceDefinition } from '../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { ACME } from '../stand-ins/samples/sampled-services.ts'
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
  expect(ids(db, 'select module_name from services order by rowid')).toEqual(serviceDefinitions().map(({ id }) => id))
  expect(ids(db, "select token_url, account_url from services where module_name = 'gitlab'")).toEqual([
    'https://gitlab.com/oauth/token https://gitlab.com/api/v4/user',
  ])
  expect(
    ids(
      db,
      "select required, options is null, options_url from step_fields where step_id = 'home_assistant/actions/call_service' order by position",
    ),
  ).toEqual(['1 1 ', '0 1 https://home_assistant.invalid/api/states', '0 1 '])
})

/** Acme as an older release had it, whose trigger an Applet uses, and which somebody has connected. */
function useAcme(db: DatabaseSync) {
  apply(db, [ACME])
  db.exec(`pragma foreign_keys = off;
    insert into applet_steps (applet_id, position, step_id, fields) values (1, 0, 'acme/triggers/new_parcel', '{}');
    insert into connected_accounts (id, user_id, module_name, account_id, account_name, status, access_token, created_at,
      updated_at) values ('c', 'u', 'acme', 'a', 'a', 'connected', 'x', 1, 1)`)
}

test('a service that left is hidden, and what is used stays', async () => {
  const db = await database()
  useAcme(db)
  db.exec(catalogText({}))
  expect(ids(db, "select published from services where module_name = 'acme'")).toEqual(['0'])
  expect(ids(db, "select id from service_steps where module_name = 'acme'")).toEqual(['acme/triggers/new_parcel'])
  expect(ids(db, "select distinct step_id from step_fields where step_id like 'acme/%'")).toEqual([
    'acme/triggers/new_parcel',
  ])
  expect(ids(db, 'select status from connected_accounts')).toEqual(['connected'])
  expect(ids(db, 'select count(*) from services where not published')).toEqual(['1'])
})

test.each([1, 0])('a service that comes back is as published as it was: %s', async (published) => {
  const db = await database()
  apply(db, serviceDefinitions())
  db.exec(`update services set published = ${published} where module_name = 'github'`)
  const release = (names: (id: string) => boolean) => {
    const rows = catalogRows(
      serviceDefinitions().filter(({ id }) => names(id)),
      {},
    )
    for (const statement of wholeCatalogSql(rows)) db.exec(statement)
  }
  const shown = () => ids(db, "select published from services where module_name = 'github'")
  release((id) => id !== 'github')
  expect(shown()).toEqual(['0'])
  release((id) => id !== 'github')
  release(() => true)
  expect(shown()).toEqual([String(published)])
})

test('a service that an operator added stays as it is', async () => {
  const db = await database()
  useAcme(db)
  db.exec("insert into service_files (module_name, file, updated_at) values ('acme', '{}', 1)")
  const steps = () => ids(db, "select id from service_steps where module_name = 'acme' order by id")
  const before = steps()
  db.exec(catalogText({}))
  expect(ids(db, "select published from services where module_name = 'acme'")).toEqual(['1'])
  expect([before.length, steps()]).toEqual([3, before])
})

test('a step that an Applet uses outlives its place in the file', async () => {
  const db = await database()
  useAcme(db)
  db.exec("update services set published = 0 where module_name = 'acme'")
  const { triggers: _triggers, queries: _queries, ...without } = ACME
  apply(db, [{ ...without, name: 'Acme again' }])
  expect(ids(db, "select id from service_steps where module_name = 'acme' order by id")).toEqual([
    'acme/actions/open_box',
    'acme/triggers/new_parcel',
  ])
  expect(ids(db, "select published, name from services where module_name = 'acme'")).toEqual(['0 Acme again'])
})
