import { Buffer } from 'node:buffer'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { rolldown, type Plugin } from 'rolldown'
import { expect, test } from 'vitest'
import * as tables from '../../../worker/db/schema/all-tables.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import { leaveOutFieldHints } from '../../processes/field-hints.ts'
import { leaveOutTableConstraints } from '../../processes/table-constraints.ts'
import { ROOT } from '../../processes/run.ts'

/** A file of the Worker, bundled with this plugin. */
async function bundled(input: string, plugin: Plugin) {
  const bundle = await rolldown({ cwd: ROOT, input, platform: 'node', plugins: [plugin] })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return output[0].code
}

const load = (code: string) => import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)

/** As JSON, without hints. */
const withoutHints = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (key, each: unknown) => (key === 'hint' ? undefined : each))

test('without their hints, services are otherwise the same', async () => {
  const code = await bundled('worker/services/service-registry.ts', leaveOutFieldHints())
  const built: { serviceDefinitions: typeof serviceDefinitions } = await load(code)
  expect(withoutHints(built.serviceDefinitions)).toEqual(withoutHints(serviceDefinitions))
  expect(code).not.toContain('From 1 to 31. Shorter months')
})

test('without their constraints, tables have the same columns', async () => {
  const code = await bundled('worker/db/schema/all-tables.ts', leaveOutTableConstraints())
  expect(code).not.toMatch(/\b(?:check|index|uniqueIndex)\("/)
  expect(code.match(/sqliteTable\("/g)).toHaveLength(
    Object.values(tables).filter((each) => each instanceof SQLiteTable).length,
  )
  expect(getTableConfig(tables.applets).indexes.length).toBeGreaterThan(0)
})
