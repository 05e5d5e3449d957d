import { basename, dirname } from 'node:path/posix'
import { expect, test } from 'vitest'
import { findFolderCycles, readImports } from './import-graph.ts'
import { isForTests, readSources } from './source-files.ts'

const MOST_FILES = 30
const files = readSources()

test('no folder has more than 30 files', () => {
  const sizes = Map.groupBy(files, ({ path }) => dirname(path))
  const full = [...sizes].filter(([, inside]) => inside.length > MOST_FILES).map(([folder]) => folder)
  expect(sizes.size).toBeGreaterThan(100)
  expect(full).toEqual([])
})

test('no folders import each other in a circle', () => {
  const product = files.filter(({ path }) => !isForTests(path))
  const imports = readImports(product)
  expect(imports.length).toBeGreaterThan(1000)
  expect(findFolderCycles(imports)).toEqual([])
})

test('product code imports nothing that only tests use', () => {
  const crossing = readImports(files).filter(({ from, to }) => !isForTests(from) && isForTests(to))
  expect(crossing).toEqual([])
})

test('folder cycles are found through a third folder and through types', () => {
  const source = (path: string, ...targets: string[]) => ({
    path,
    text: targets.map((target) => `import type { Thing } from '${target}'`).join('\n'),
  })
  const circle = [source('a/one.ts', '../b/two.ts'), source('b/two.ts', '../c/three.ts')]
  expect(findFolderCycles(readImports([...circle, source('c/three.ts')]))).toEqual([])
  expect(findFolderCycles(readImports([...circle, source('c/three.ts', '../a/one.ts')]))).toEqual([['a', 'b', 'c']])
})

/** One meaning on both sides: the row or the rule, and its view or its shape; each service has a `service`, each Worker an `index`. */
const SAME_MEANING = [
  'browse',
  'flash',
  'index',
  'reminder-setting',
  'restore-applet',
  'security-events',
  'service',
  'sign-out',
]

/** A table's columns have the name of the file of `worker/db` with its reads and writes. */
const SCHEMA = 'worker/db/schema/'

test('no two files share a name with different meanings', () => {
  const names = files
    .filter(({ path }) => !isForTests(path) && /\.tsx?$/.test(path) && !path.startsWith(SCHEMA))
    .map(({ path }) => basename(path).replace(/\.tsx?$/, ''))
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
  expect(twice.filter((name) => name !== 'routes').toSorted()).toEqual(SAME_MEANING)
})
