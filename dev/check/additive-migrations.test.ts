import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { notAdditive } from './additive-migrations.ts'

function migrationFolders(): string[] {
  return readdirSync(ROOT).filter((name) => name.startsWith('migrations'))
}

test('migrations only add, so that going back is possible', () => {
  const files = migrationFolders().flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.sql'))
      .map((name) => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((file) => notAdditive(readFileSync(join(ROOT, file), 'utf8')).length > 0)).toEqual([])
})

test.each([
  ['DROP TABLE `users`;', 'drops a table'],
  ['alter table users drop column name', 'drops a column'],
  ['ALTER TABLE `a` RENAME TO `b`;', 'renames'],
  ['alter table a add column b text not null', 'adds a column that must not be null, without a default'],
])('finds what %s takes away', (sql, what) => {
  expect(notAdditive(sql)).toEqual([what])
})

test('lets pass what adds', () => {
  const sql =
    "create table a (b text not null); alter table a add c text default '' not null; drop index d; -- drop table a"
  expect(notAdditive(sql)).toEqual([])
})
