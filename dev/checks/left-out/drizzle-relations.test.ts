import { join } from 'node:path'
import type * as d1 from 'drizzle-orm/d1'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { leaveOutRelations } from '../../processes/drizzle-relations.ts'
import { ROOT } from '../../processes/run.ts'
import { isForTests, readSources } from '../source-files.ts'

test('the Worker asks D1 nothing through `db.query`', () => {
  const asking = readSources()
    .filter(({ path }) => path.startsWith('worker/') && !isForTests(path))
    .filter(({ text }) => /\bdb\s*\.\s*query\b|\bfind(?:Many|First)\(|drizzle-orm\/relations/.test(text))
  expect(asking.map(({ path }) => path).filter((path) => path !== 'worker/db/client.ts')).toEqual([])
})

test('a built Drizzle refuses a schema and says where to look', async () => {
  const bundle = await rolldown({
    cwd: ROOT,
    input: join(ROOT, 'node_modules/drizzle-orm/d1/index.js'),
    platform: 'neutral',
    plugins: [leaveOutRelations()],
  })
  const { output } = await bundle.generate({ format: 'esm' })
  const built: typeof d1 = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
  const binding = Object.create(null)
  expect(built.drizzle(binding).select).toBeTypeOf('function')
  expect(() => built.drizzle(binding, { schema: {} })).toThrow('drizzle-relations.ts')
})
