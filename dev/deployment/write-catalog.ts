import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { catalogRows } from '../../worker/services/catalog/catalog-rows.ts'
import { catalogSql } from '../../worker/services/catalog/catalog-sql.ts'
import { serviceProblems } from '../../worker/services/format/definition-schema.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { ROOT } from '../processes/run.ts'

/**
 * Writes the SQL that brings D1's catalog to the services' files, with the addresses of wrangler.toml's
 * SERVICE_ADDRESSES. Returns the file. Throws where a service's file is wrong.
 */
export function writeCatalog(): string {
  const problems = serviceDefinitions.flatMap((service) =>
    serviceProblems(service).map((problem) => `worker/services/${service.module_name}/service.ts: ${problem}`),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const { vars } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const addresses: Record<string, string> = JSON.parse(String(vars['SERVICE_ADDRESSES'] ?? '{}'))
  const file = join(ROOT, 'out', 'catalog.sql')
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  writeFileSync(file, `${catalogSql(catalogRows(serviceDefinitions, addresses)).join(';\n\n')};\n`)
  return file
}
