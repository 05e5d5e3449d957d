import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogRows } from '../../../worker/services/catalog/catalog-rows.ts'
import { wholeCatalogSql } from '../../../worker/db/services/catalog-sql.ts'
import { serviceProblems } from '../../../worker/services/format/check/service-problems.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'

/**
 * The SQL that brings D1's catalog to the services' files, with the addresses of the setting SERVICE_ADDRESSES. Throws
 * where a service's file is wrong.
 */
export function catalogText(vars: Record<string, unknown>): string {
  const problems = serviceDefinitions().flatMap((service) =>
    serviceProblems(service).map((problem) => `worker/services/${service.id}/service.ts: ${problem}`),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const addresses: Record<string, string> = JSON.parse(String(vars['SERVICE_ADDRESSES'] || '{}'))
  return `${wholeCatalogSql(catalogRows(serviceDefinitions(), addresses)).join(';\n\n')};\n`
}

/** Writes it below the root, and returns the file. */
export function writeCatalog(root: string, text: string): string {
  const folder = join(root, 'out')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'catalog.sql')
  writeFileSync(file, text)
  return file
}
