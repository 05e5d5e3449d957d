import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { growingScans } from './query-plans.ts'

const database = new DatabaseSync(':memory:')
for (const folder of ['migrations', 'migrations-search'].map((name) => join(ROOT, name)))
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted())
    database.exec(readFileSync(join(folder, name), 'utf8').replaceAll('--> statement-breakpoint', ''))

// §D28-01
test.each([
  ['a table', `select id from "users" where timezone = 'UTC'`],
  ['a table under an alias', `select u.id from users as u where u.timezone = 'UTC'`],
  [
    'a table in a subquery',
    'select 1 from services s where exists (select 1 from trial_cards c where c.operation_id = s.name)',
  ],
  ['a table that it deletes from', `delete from "trial_cards" where operation_id = 'op_1'`],
  [
    'an index made for the statement alone',
    'select 1 from services s where exists (select 1 from trial_cards c where c.operation_id = s.name)',
  ],
  ['all of a full-text index', 'select rowid from applet_words'],
  ['a table that a foreign key reads', 'delete from applets where id = 1'],
  ['a whole index', 'select count(*) from enablements'],
  ['an index that it has to sort', 'select user_id from digest_lines where sent_at is null order by text limit 5'],
])('finds a scan of %s', (_, sql) => {
  expect(growingScans(database, sql)).not.toEqual([])
})

// §D28-01
test.each([
  ['a search by a key', `select * from users where id = 'usr_1'`],
  ['a table that does not grow', 'select * from services order by popularity'],
  ['a full-text search', `select rowid from applet_words where applet_words match 'door' order by rowid limit 200`],
  ['a list of values', `select value from json_each('[1,2]')`],
  [
    'a recursive table',
    'with recursive pages(page) as (select 1 union all select page + 1 from pages where page < 5) select page from pages',
  ],
  ['the start of an index', 'select user_id from runners where applied < wanted order by wanted limit 50'],
])('accepts %s', (_, sql) => {
  expect(growingScans(database, sql)).toEqual([])
})

test('refuses a statement of another database', () => {
  expect(() => growingScans(database, 'select 1 from elsewhere')).toThrow('elsewhere')
})
