import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quoted, wranglerAccess } from './database-access.ts'

test('wrangler writes and reads a D1, all statements or none', { tags: ['long'] }, async () => {
  const database = wranglerAccess(['--local', '--persist-to', mkdtempSync(join(tmpdir(), 'wrangler-d1-'))])
  await database.write(['create table things (name text)', `insert into things values (${quoted("it's; here")})`])
  await expect(
    database.write(["insert into things values ('second')", 'insert into nowhere values (1)']),
  ).rejects.toThrow('no such table: nowhere')
  expect(await database.read('select name from things')).toEqual([{ name: "it's; here" }])
})
