import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../processes/run.ts'
import { SBOM, type Component, type Sbom } from '../../processes/write-sbom.ts'
import { checkLicenses } from './licenses.ts'

/** The text of the license in the package's folder; null if it has none. */
function licenseText({ name, properties }: Component): string | null {
  const path = properties.find((property) => property.name === 'cdx:npm:package:path')?.value
  const folder = join(ROOT, path ?? join('node_modules', name))
  const file = existsSync(folder) && readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  return file ? readFileSync(join(folder, file), 'utf8') : null
}

// Written by npm just before, in CycloneDX's format.
const { components } = JSON.parse(readFileSync(SBOM, 'utf8')) as Sbom
const { counts, problems } = checkLicenses(components, licenseText)
const listed = [...counts].map(([license, count]) => `${count} ${license}`).join(', ')
console.log(`Licenses of ${components.length} production dependencies: ${listed}.`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
