import { expect, test } from 'vitest'
import { readImports } from './import-graph.ts'
import { readSources } from './source-files.ts'

const EXPORT = /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|type) (\w+)/gm
/** Read by a tool or by name: tables, the Durable Object, pages, the other ends of bindings, the stand-ins for modules of Vitest and of workerd. */
const TAKEN_WHOLE =
  /^worker\/db\/schema\/|^worker\/app\/index\.ts$|-page\.tsx$|\.d\.ts$|dev\/test\/d1-in-node\/cloudflare-test\.ts$|dev\/bench\/walks\/workers-module\.ts$|dev\/(?:stand-ins\/outbox\/email|start\/clock\/clock)-binding\.ts$/

test('every export is imported somewhere', () => {
  const files = readSources()
  const imports = readImports(files)
  const taken = new Set(imports.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
  const takenWhole = new Set(imports.filter(({ names }) => names.length === 0).map(({ to }) => to))
  const exported = files
    .filter(({ path }) => /\.tsx?$/.test(path) && !TAKEN_WHOLE.test(path) && !takenWhole.has(path))
    .flatMap(({ path, text }) => [...text.matchAll(EXPORT)].map(([, name]) => `${path} ${name}`))
  expect(exported.length).toBeGreaterThan(1000)
  expect(exported.filter((name) => !taken.has(name))).toEqual([])
})
