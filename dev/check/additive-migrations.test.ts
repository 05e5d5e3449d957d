import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { seed } from '../seed/seed.ts'
import { doubleAddresses } from '../stand-ins/doubles/double-routes.ts'
import { sqliteD1 } from '../test/d1-in-node/sqlite-d1.ts'
import { notAdditive, readStored } from './additive-migrations.ts'

/** Applies a migration as D1 does, in one transaction, and says what it takes away. */
function migrate(database: DatabaseSync, sql: string): string[] {
  const before = readStored(database)
  for (const each of ['begin', sql, 'commit']) database.exec(each)
  return notAdditive(before, readStored(database), sql)
}

/** Puts the demo's rows into the tables that have none, as far as these have their columns and allow them. */
async function fillFrom(demo: ReturnType<typeof sqliteD1>, database: DatabaseSync) {
  database.exec('pragma foreign_keys = off')
  for (const [name, { rows }] of readStored(database).tables) {
    if (rows.length > 0) continue
    const columns = database.prepare('select name from pragma_table_info(?)').all(name)
    const names = columns.map((column) => `"${String(column['name'])}"`).join(', ')
    const { results } = await demo.prepare(`select json_array(${names}) as row from "${name}"`).all<{ row: string }>()
    const insert = `insert or ignore into "${name}" (${names}) values (${columns.map(() => '?').join(', ')})`
    for (const { row } of results) database.prepare(insert).run(...JSON.parse(row))
  }
  database.exec('pragma foreign_keys = on')
}

test.each(readdirSync(ROOT).filter((name) => name.startsWith('migrations')))(
  '%s only add, so that going back is possible',
  async (folder) => {
    const demo = sqliteD1(folder)
    if (folder === 'migrations') {
      const addresses = doubleAddresses('http://localhost:8789')
      await seed(demo, { addresses, now: Date.UTC(2026, 2, 1) })
    }
    const files = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.sql'))
    const database = new DatabaseSync(':memory:')
    const taken: Record<string, string[]> = {}
    for (const file of files.toSorted()) {
      await fillFrom(demo, database)
      taken[file] = migrate(database, readFileSync(join(ROOT, folder, file), 'utf8'))
    }
    expect(files.length).toBeGreaterThan(0)
    expect(taken).toEqual(Object.fromEntries(files.map((file) => [file, []])))
  },
)

/** A shop with a price, an index and a trigger on it, and a sale of it. */
const SHOP = `
  create table goods (id text primary key not null, kind text not null, constraint goods_kind check(goods.kind in ('a')));
  create table sales (id integer primary key, good text references goods (id) on delete cascade);
  create table notes (id integer primary key, words text);
  create unique index goods_kinds on goods (kind);
  create trigger goods_sold after insert on sales begin select 1; end;
  create trigger goods_made after insert on goods begin select 1; end;
  insert into goods values ('g', 'a');`

function shop(more = ''): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(SHOP + more)
  return database
}

const TRIGGER = 'create trigger goods_made after insert on goods begin select 1; end;'
/** Builds the table of goods again. */
const again = (
  parts: string,
  { copied = '', rest = `create unique index goods_kinds on goods (kind); ${TRIGGER}` } = {},
) =>
  `create table new_goods (${parts}); insert into new_goods select * from goods ${copied};
   drop table goods; alter table new_goods rename to goods; ${rest}`
const WITHOUT_CHECK = 'id text primary key not null, kind text not null'

test.each([
  ['drop table notes', ['drops notes']],
  ['alter table notes drop column words', ['notes: lacks words text']],
  ['alter table notes rename to words', ['drops notes']],
  ['alter table notes rename column words to text', ['notes: lacks words text']],
  ["update goods set id = 'h'", ['goods: loses or changes rows']],
  ['delete from goods', ['goods: loses or changes rows']],
  [again('id text primary key not null, kind text'), ['goods: lacks kind text not null']],
  [
    again("id text primary key not null, kind text not null, more text not null check(more <> '')").replace(
      '*',
      '*, 1',
    ),
    ["goods: asks for more text not null check(more <> '')"],
  ],
  [
    again(`${WITHOUT_CHECK}, constraint goods_kind check(new_goods.kind in ('a', 'b'))`),
    ["goods: asks for constraint goods_kind check(goods.kind in ('a', 'b'))"],
  ],
  [again(WITHOUT_CHECK, { copied: 'limit 0' }), ['goods: loses or changes rows']],
  [again(WITHOUT_CHECK, { rest: TRIGGER }), ['goods_kinds: is lost']],
  [again(WITHOUT_CHECK, { rest: `create index goods_kinds on goods (kind); ${TRIGGER}` }), ['goods_kinds: is lost']],
  [again(WITHOUT_CHECK, { rest: 'create unique index goods_kinds on goods (kind)' }), ['goods_made: is lost']],
])('finds what %s takes away', (sql, what) => {
  expect(migrate(shop(), sql)).toEqual(what)
})

test('finds rows that go with those of a table built again', () => {
  expect(migrate(shop("insert into sales values (1, 'g')"), again(WITHOUT_CHECK))).toEqual([
    'sales: loses or changes rows',
  ])
})

test('asks for a row in a table that is built again', () => {
  expect(migrate(shop('delete from goods'), again(WITHOUT_CHECK))).toEqual([
    'goods: has no row that shows that they stay',
  ])
})

test.each([
  ["create table a (b text not null); alter table notes add c text default '' not null; drop index goods_kinds"],
  [`drop trigger goods_made; create trigger goods_made after insert on goods begin select 2; end; -- drop table notes`],
  [again(WITHOUT_CHECK)],
  [again("id text primary key not null, kind text not null, more text default '' not null").replace('*', "*, ''")],
])('lets pass what adds: %s', (sql) => {
  expect(migrate(shop(), sql)).toEqual([])
})
