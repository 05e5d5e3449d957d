import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogRows } from '../../../worker/services/catalog/catalog-rows.ts'
import { catalogSql } from '../../../worker/db/services/catalog-sql.ts'
import { serviceProblems } from '../../../worker/services/format/check/definition-problems.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'

/**
 * The SQL that brings D1's catalog to the services' files, with the addresses of the setting SERVICE_ADDRESSES. Throws
 * where a service's file is wrong.
 */
export function catalogText(vars: Record<string, unknown>): string {
  const problems = serviceDefinitions.flatMap((service) =>
    serviceProblems(service).map((problem) => `worker/services/${service.id}/service.ts: ${problem}`),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const addresses: Record<string, string> = JSON.parse(String(vars['SERVICE_ADDRESSES'] || '{}'))
  const statements = [...catalogSql(catalogRows(serviceDefinitions, addresses)), hideNowhere(addresses)]
  return `${statements.join(';\n\n')};\n`
}

/**
 * Hides services that are nowhere: their files have an address that is kept for examples, and the operator gives no
 * other. One that somebody has connected, or that an Applet uses, stays.
 */
function hideNowhere(addresses: Readonly<Record<string, string>>): string {
  const nowhere = serviceDefinitions.filter(
    ({ id, hosts }) => hosts[0]?.endsWith('.example') && !Object.hasOwn(addresses, id),
  )
  const names = nowhere.map(({ id }) => `'${id}'`).join(', ')
  return `update services set published = 0 where module_name in (${names})
    and not exists (select 1 from connected_accounts c where c.module_name = services.module_name)
    and not exists (select 1 from service_steps s join applet_steps a on a.step_id = s.id
      where s.module_name = services.module_name)`
}

/** Writes it below the root, and returns the file. */
export function writeCatalog(root: string, text: string): string {
  const folder = join(root, 'out')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'catalog.sql')
  writeFileSync(file, text)
  return file
}
