import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import { quoted, wranglerAccess } from './database-access.ts'

const LONG = { tags: ['long'] }

/** A new local D1. Each call to it starts wrangler, which takes seconds. */
function aLocalDatabase() {
  const folder = temporaryFolder()
  return { folder, database: wranglerAccess(['--local', '--persist-to', folder]) }
}

/** The tables of the databases below a folder, read from their files. */
function tablesIn(folder: string): unknown[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sqlite'))
  expect(files).not.toEqual([])
  return files.flatMap((file) => {
    const database = new DatabaseSync(join(folder, file), { readOnly: true })
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
    database.close()
    return tables.map(({ name }) => name)
  })
}

test('wrangler writes and reads a D1', LONG, async () => {
  const { database } = aLocalDatabase()
  await database.write(['create table things (name text)', `insert into things values (${quoted("it's; here")})`])
  expect(await database.read('select name from things')).toEqual([{ name: "it's; here" }])
})

test('wrangler writes all statements or none', LONG, async () => {
  const { folder, database } = aLocalDatabase()
  const write = database.write(['create table things (name text)', 'insert into nowhere values (1)'])
  await expect(write).rejects.toThrow('no such table: nowhere')
  expect(tablesIn(folder)).not.toContain('things')
})
