import { expect, test } from 'vitest'
import { connect } from '../../../worker/system/d1/client.ts'
import { sweepOnce } from '../../../worker/db/search/sweep-search.ts'
import { sqliteD1 } from '../../test/d1-in-node/sqlite-d1.ts'
import { localAccess } from '../config/database-access.ts'
import { rebuildDeployedIndex } from './rebuild-deployed-index.ts'

const APPLETS = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
  insert into applets (name, brand_color, author_id, published_at, created_at, updated_at)
  select 'Fern ' || i, '#225588', 'usr_1', 1, 1, 1 from n`

/** Two databases with 1200 Applets that are indexed. `access` reads and writes the first. */
async function anIndexedSite() {
  const [DB, SEARCH] = [sqliteD1(), sqliteD1('migrations-search')]
  const access = localAccess(DB)
  await access.write([
    `insert into users (id, email, login, code, created_at, updated_at) values ('usr_1', 'a@b.test', 'mira', 'c', 1, 1)`,
    APPLETS,
    'update search_marks set applied = wanted',
    'update search_rebuild set after = null, services_changed = 0',
  ])
  const said: string[] = []
  return {
    access,
    SEARCH,
    said,
    say: (text: string) => said.push(text),
    databases: { db: connect(DB), search: SEARCH },
  }
}

test('watches the Worker rebuild the deployed index to its end', async () => {
  const { access, SEARCH, said, say, databases } = await anIndexedSite()
  const database = {
    ...access,
    // Whenever it looks, the Worker has done a portion.
    read: async (sql: string) => {
      await sweepOnce(databases)
      return access.read(sql)
    },
  }
  await rebuildDeployedIndex(say, { database, pause: 0 })
  expect(said).toHaveLength(13)
  expect(said.slice(1, 3)).toEqual([
    'Marked up to Applet 1000 of 1200; 900 to write.',
    'Marked up to Applet 1200 of 1200; 1000 to write.',
  ])
  expect(said.at(-1)).toBe('The search index is complete.')
  const count = 'select count(*) as found from applet_places where place is not null'
  expect(await SEARCH.prepare(count).first('found')).toBe(1200)
})

test('ends although Applets go on changing', async () => {
  const { access, said, say, databases } = await anIndexedSite()
  let looks = 0
  const database = {
    ...access,
    read: async (sql: string) => {
      if (++looks > 30) throw new Error('It watches without an end.')
      await sweepOnce(databases)
      await access.write([
        'update search_marks set wanted = (select max(wanted) + 1 from search_marks) where applet_id = 7',
      ])
      return access.read(sql)
    },
  }
  await rebuildDeployedIndex(say, { database, pause: 0 })
  expect(said.at(-1)).toBe('The search index is complete.')
})

test('ends with the reason where the Worker does not go on', async () => {
  const { access, say } = await anIndexedSite()
  await expect(rebuildDeployedIndex(say, { database: access, pause: 0 })).rejects.toThrow(
    "The Worker's minute job has not gone on for 5 minutes.",
  )
})
