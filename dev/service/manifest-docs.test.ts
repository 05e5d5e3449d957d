import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readManifest } from '../../worker/services/ifttt/import/read-manifest.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { whyRefused } from '../../worker/system/outbound/outbound-guard.ts'
import { ROOT } from '../processes/run.ts'
import { formatKeys } from './json-schema.ts'
import { tableKey } from './key-meanings.ts'
import { manifestSchema, manifestTable } from './manifest-table.ts'

const DOCUMENT = readFileSync(join(ROOT, 'docs/services.md'), 'utf8')
const SETTINGS = { SITE_ORIGIN: 'https://switchyard.example', TRUSTED_ORIGINS: [] }

/** The example of a manifest in the document. */
function documented(): unknown {
  const [, example] = /```json\n(\{\n {2}"transport": "ifttt"[^]+?\n\})\n```/.exec(DOCUMENT) ?? []
  return JSON.parse(example ?? 'null')
}

/** The keys that a document has, as the table names them. */
function keysIn(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => keysIn(each, place))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => {
    const at = place === '' ? key : `${place}.${key}`
    return [tableKey(at), ...keysIn(each, at)]
  })
}

test('docs/services.md has the table of a manifest’s keys', () => {
  const plain = (table: string) => table.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-')
  expect(plain(DOCUMENT)).toContain(plain(manifestTable()))
})

test('the manifest in docs/services.md is right, and has every key', async () => {
  const refusal = (address: string) => whyRefused(address, SETTINGS)
  const around = { taken: serviceDefinitions(), allowed_hosts: [], refusal }
  expect(await readManifest(documented(), around)).toMatchObject({ kind: 'service', manifest: { transport: 'ifttt' } })
  const keys = new Set(formatKeys(manifestSchema()).map(({ key }) => key))
  expect(new Set(keysIn(documented()))).toEqual(keys)
})
