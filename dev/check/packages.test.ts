import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { readImports } from './import-graph.ts'
import { isForTests, readSources } from './source-files.ts'

const sources = readSources()
const imports = readImports(sources)
const packageOf = (path: string) => /^packages\/[^/]+/.exec(path)?.[0]
/** Imports over the border of a package. */
const crossing = imports.filter(({ from, to }) => packageOf(from) !== packageOf(to))
const isFace = (path: string) => path === `${packageOf(path)}/index.ts`

test('a package imports nothing of the project', () => {
  expect(crossing.filter(({ from }) => packageOf(from))).toEqual([])
})

test('the project imports only the face of a package', () => {
  expect(crossing.length).toBeGreaterThan(10)
  expect(crossing.filter(({ to }) => !isFace(to))).toEqual([])
})

test('a package gives only what the project imports', () => {
  const given = imports.filter(({ from }) => isFace(from)).flatMap(({ names }) => names)
  const taken = new Set(crossing.flatMap(({ names }) => names))
  expect(given.length).toBeGreaterThan(0)
  expect(given.filter((name) => !taken.has(name))).toEqual([])
})

test('a package names all that it needs from npm', () => {
  const manifests = globSync('packages/*/package.json', { cwd: ROOT })
  expect(manifests.length).toBeGreaterThan(0)
  for (const path of manifests) {
    const { peerDependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
    const [tests, product] = [true, false].map((ofTests) =>
      neededBy(sources.filter((each) => packageOf(each.path) === dirname(path) && isForTests(each.path) === ofTests)),
    )
    expect(Object.keys(peerDependencies)).toEqual(product)
    expect(Object.keys(devDependencies)).toEqual(tests?.filter((name) => !product?.includes(name)))
  }
})

/** The packages of npm that these import, sorted. */
function neededBy(files: readonly { text: string }[]): string[] {
  const names = files.flatMap(({ text }) =>
    [...text.matchAll(/\bfrom '((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g)].flatMap(([, name = '']) => name),
  )
  return [...new Set(names)].toSorted()
}
