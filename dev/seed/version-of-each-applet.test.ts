import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AppletDocument } from '../../worker/contract/applets/applet-document.ts'
import { applet_versions } from '../../worker/db/schema/applets.ts'
import { connect } from '../../worker/system/d1/client.ts'
import { ROOT } from '../processes/run.ts'
import { doubleAddresses } from '../stand-ins/doubles/double-routes.ts'
import { sqliteD1 } from '../test/d1-in-node/sqlite-d1.ts'
import { seed } from './seed.ts'
import { demoApplets } from './seed-applets.ts'

const MIGRATION = readFileSync(join(ROOT, 'migrations/0002_version_of_each_applet.sql'), 'utf8')

/** The demo's Applets as they were stored before: steps with their fields, and no version. */
async function databaseOfBefore() {
  const database = sqliteD1()
  await seed(database, { addresses: doubleAddresses('http://localhost:8789'), now: Date.UTC(2026, 2, 1) })
  const documents = await connect(database).select().from(applet_versions).orderBy(applet_versions.applet_id)
  const write = demoApplets.flatMap(({ filter_code = null, actions_delay = 0, steps }, index) => [
    database
      .prepare('update applets set filter_code = ?, actions_delay = ? where id = ?')
      .bind(filter_code, actions_delay, index + 1),
    ...steps.map(({ fields = {} }, position) =>
      database
        .prepare('update applet_steps set fields = ?, place = 0 where applet_id = ? and position = ?')
        .bind(JSON.stringify(fields), index + 1, position),
    ),
  ])
  await database.batch([...write, database.prepare('delete from applet_versions')])
  return { database, documents }
}

function uncompiled({ steps, ...doc }: AppletDocument): AppletDocument {
  return { ...doc, steps: steps.map((step) => (step.kind === 'filter' ? { ...step, compiled: null } : step)) }
}

test('an Applet of before gets the document that its steps tell', async () => {
  const { database, documents } = await databaseOfBefore()
  await database.prepare(MIGRATION).run()
  const made = await connect(database).select().from(applet_versions).orderBy(applet_versions.applet_id)
  expect(made.map(({ applet_id, version, doc }) => ({ applet_id, version, doc }))).toEqual(
    documents.map(({ applet_id, doc }) => ({ applet_id, version: 1, doc: uncompiled(doc) })),
  )
})

test('a version that exists stays', async () => {
  const { database } = await databaseOfBefore()
  const kept = { applet_id: 1, version: 3, doc: { features: [], steps: [], plan: null }, created_at: 1 }
  const db = connect(database)
  await db.insert(applet_versions).values(kept)
  await database.prepare(MIGRATION).run()
  expect((await db.select().from(applet_versions)).filter(({ applet_id }) => applet_id === 1)).toEqual([kept])
})
