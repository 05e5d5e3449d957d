import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import { sqliteD1 } from '../../test/d1-in-node/sqlite-d1.ts'
import { ROOT } from '../../processes/run.ts'
import { migrate } from './migrate-local-d1.ts'

/** As a change of worker/db/schema would have it. Its users' rows get the default. */
const NEXT = "ALTER TABLE `users` ADD `nickname` text DEFAULT '' NOT NULL;"

function folder(name: string): string {
  const root = temporaryFolder()
  const path = join(root, name)
  mkdirSync(path)
  return path
}

/** Statements of the Worker before the migration, which knows nothing of it. */
const JOIN =
  "insert into users (id, login, email, code, created_at, updated_at) values (?1, ?1, ?1 || '@example.test', ?1, 1, 1)"

test('a migration keeps what is stored, and the Worker before goes on', async () => {
  const database = sqliteD1(folder('none'))
  await migrate(database)
  await database.prepare(JOIN).bind('ada').run()

  const next = folder('migrations')
  cpSync(join(ROOT, 'migrations'), next, { recursive: true })
  writeFileSync(join(next, '9999_nickname.sql'), NEXT)
  await migrate(database, next)
  await migrate(database, next)

  // Going back is the Worker before over the new tables.
  await database.prepare(JOIN).bind('mira').run()
  const { results } = await database.prepare('select id, nickname from users order by id').all()
  expect(results).toEqual([
    { id: 'ada', nickname: '' },
    { id: 'mira', nickname: '' },
  ])
  const applied = await database.prepare('select name from d1_migrations order by id').all()
  expect(applied.results.at(-1)).toEqual({ name: '9999_nickname.sql' })
})

test('a migration that fails leaves nothing of itself', async () => {
  const database = sqliteD1(folder('none'))
  const broken = folder('migrations')
  writeFileSync(
    join(broken, '0000_broken.sql'),
    'CREATE TABLE `a` (`b` text);--> statement-breakpoint\nCREATE TABLE `a` (`b` text);',
  )
  await expect(migrate(database, broken)).rejects.toThrow('already exists')
  const left = await database.prepare("select name from sqlite_master where name = 'a'").all()
  expect(left.results).toEqual([])
})
