import { expect, test } from 'vitest'
import { connect } from '../../../worker/system/d1/client.ts'
import { sweepOnce } from '../../../worker/db/search/sweep-search.ts'
import { sqliteD1 } from '../../test/d1-in-node/sqlite-d1.ts'
import { localAccess } from '../config/database-access.ts'
import { rebuildDeployedIndex } from './rebuild-deployed-index.ts'

const APPLETS = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
  insert into applets (name, brand_color, author_id, published_at, created_at, updated_at)
  select 'Fern ' || i, '#225588', 'usr_1', 1, 1, 1 from n`

test('watches the Worker rebuild the deployed index to its end', async () => {
  const [DB, SEARCH] = [sqliteD1(), sqliteD1('migrations-search')]
  const access = localAccess(DB)
  await access.write([
    `insert into users (id, email, login, code, created_at, updated_at) values ('usr_1', 'a@b.test', 'mira', 'c', 1, 1)`,
    APPLETS,
    'update search_marks set applied = wanted',
    'update search_rebuild set after = null, services_changed = 0',
  ])
  const said: string[] = []
  const database = {
    ...access,
    // Whenever it looks, the Worker has done a portion.
    read: async (sql: string) => {
      await sweepOnce({ db: connect(DB), search: SEARCH })
      return access.read(sql)
    },
  }
  await rebuildDeployedIndex((text) => said.push(text), { database, pause: 0 })
  expect(said).toHaveLength(13)
  expect(said.slice(1, 3)).toEqual([
    'Marked up to Applet 1000 of 1200; 900 to write.',
    'Marked up to Applet 1200 of 1200; 1000 to write.',
  ])
  expect(said.at(-1)).toBe('The search index is complete.')
  const count = 'select count(*) as found from applet_places where place is not null'
  expect(await SEARCH.prepare(count).first('found')).toBe(1200)
})
