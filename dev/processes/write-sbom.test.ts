import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.fixture.ts'
import { ROOT } from './run.ts'
import { writeSbom, type Sbom } from './write-sbom.ts'

type Locked = { integrity?: string }
type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> }

const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as unknown
const manifest = read('package.json') as Manifest
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }

test('the SBOM has every production dependency with its version', () => {
  const file = join(temporaryFolder(), 'sbom.json')
  writeSbom(file)
  const { components, dependencies } = JSON.parse(readFileSync(file, 'utf8')) as Sbom
  const versions = Object.fromEntries(components.map(({ name, version }) => [name, version]))
  expect(versions).toMatchObject(manifest.dependencies)
  expect(versions).not.toHaveProperty('vitest')
  const refs = components.map((component) => component['bom-ref'])
  expect(refs).toEqual(expect.arrayContaining(dependencies.flatMap(({ dependsOn }) => dependsOn)))
})

test('every dependency has one exact version', () => {
  const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

/** For other platforms than ours; the registry that wrote the lock file had none of them. */
const UNKNOWN = /@stripe\/cli-(darwin|linux-arm64|win32)/

test('every package of the lock file is held to a hash', () => {
  const unheld = Object.entries(packages).filter(([path, { integrity }]) => path && !integrity && !UNKNOWN.test(path))
  expect(unheld.map(([path]) => path)).toEqual([])
})
