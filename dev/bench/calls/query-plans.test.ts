import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { growingScans } from './query-plans.ts'

/** `services` does not grow, as the product's own table of that name. */
const database = new DatabaseSync(':memory:')
database.exec(`
  create table services (name text primary key, popularity integer);
  create table owners (id text primary key, name text);
  create table things (id text primary key, owner_id text references owners (id), kind text, made_at integer, done integer);
  create index things_open on things (made_at) where done is null;
  create virtual table words using fts5 (name)`)

test.each([
  ['a table', `select id from "things" where kind = 'a'`],
  ['a table under an alias', `select t.id from things as t where t.kind = 'a'`],
  ['a table in a subquery', 'select (select count(*) from things t where t.kind = s.name) from services s'],
  ['a table that it deletes from', `delete from "things" where kind = 'a'`],
  ['a table that a foreign key reads', `delete from owners where id = '1'`],
  ['a whole index', 'select count(*) from owners'],
  ['an index that it has to sort', 'select id from things where done is null order by kind limit 5'],
  [
    'a table to make an index',
    'select 1 from services s where exists (select 1 from things t where t.kind = s.name and t.owner_id = s.popularity)',
  ],
  ['the first rows that match', `select id from things where kind = 'a' order by rowid limit 9`],
  ['all of a full-text index', 'select rowid from words'],
])('finds a scan of %s', (_, sql) => {
  expect(growingScans(database, sql)).not.toEqual([])
})

test.each([
  ['a search by a key', `select * from things where id = '1'`],
  ['a table that does not grow', 'select * from services order by popularity'],
  ['a full-text search', `select rowid from words where words match 'door' order by rowid limit 200`],
  ['a list of values', `select value from json_each('[1,2]')`],
  [
    'a recursive table',
    'with recursive pages(page) as (select 1 union all select page + 1 from pages where page < 5) select page from pages',
  ],
  ['the start of an index', 'select id from things where done is null order by made_at limit 50'],
  [
    'the first rows of a table',
    'delete from things where rowid in (select rowid from "things" order by rowid limit 9)',
  ],
])('accepts %s', (_, sql) => {
  expect(growingScans(database, sql)).toEqual([])
})

test('refuses a statement of another database', () => {
  expect(() => growingScans(database, 'select 1 from elsewhere')).toThrow('elsewhere')
})
