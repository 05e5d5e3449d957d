import { expect, test } from 'vitest'
import { readImports } from './import-graph.ts'
import { readSources } from './source-files.ts'

const imports = readImports(readSources())
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
