import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './run.ts'

/** What the product is made of: its production dependencies, as CycloneDX. */
export const SBOM = join(ROOT, 'out/sbom.json')

/** A package in npm's SBOM, of CycloneDX 1.5. */
export type Component = {
  'bom-ref': string
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  properties: { name: string; value: string }[]
}
export type Sbom = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** Writes it from the lock file, without the network. Says so where npm is too old, and goes on without it. */
export function writeSbom(file = SBOM): void {
  rmSync(file, { force: true })
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, JSON.stringify(forProduction(readLocked()), null, 2))
  } catch (error) {
    console.warn(`There is no ${file}: it takes npm 10.1 or newer. ${String(error)}`)
  }
}

function readLocked(): Sbom {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline']
  return JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 50_000_000 })) as Sbom
}

/** `npm sbom --omit=dev` would also leave out what both the product and a tool need, such as Hono. */
function forProduction(sbom: Sbom): Sbom {
  const components = sbom.components.filter(({ properties }) =>
    properties.every(({ name }) => name !== 'cdx:npm:package:development'),
  )
  const kept = new Set([sbom.metadata.component, ...components].map((component) => component['bom-ref']))
  const dependencies = sbom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }))
  return { ...sbom, components, dependencies }
}
