import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { nameSources } from './name-sources.ts'

const SOURCE = `export function fail() {
  const reason = 'no'

  throw new Error(reason)
}
`

/** A minified bundle of one file, which throws in line 4. */
async function bundleOf(file: string) {
  const plugin = {
    name: 'source',
    resolveId: (id: string) => (id === 'entry' ? file : null),
    load: (id: string) => (id === file ? SOURCE : null),
  }
  const bundle = await rolldown({ input: 'entry', plugins: [plugin] })
  const { output } = await bundle.generate({ format: 'esm', minify: true, sourcemap: true, dir: 'out/api' })
  const { code, map } = output[0]
  if (!map) throw new Error('The bundle has no source map.')
  return { map: JSON.parse(map.toString()), column: code.indexOf('Error') + 1 }
}

test("a logged stack names our files and lines, not the bundle's", async () => {
  const { map, column } = await bundleOf(`${process.cwd()}/worker/fail.ts`)
  const logged = String.raw`{"event":"unexpected_error","stack":"Error: no\n    at t (file:///srv/index.js:1:${column})"}`
  expect(nameSources(logged, map, 'out/api')).toContain('at t (worker/fail.ts:4)')
})

test('what the map does not know stays as it is', () => {
  const map = { file: 'index.js', version: 3, sources: [], sourcesContent: [], names: [], mappings: '', sourceRoot: '' }
  const stack = 'at async cloudflare-internal:d1-api:142:19\n    at index.js:9:9'
  expect(nameSources(stack, map, 'out/api')).toBe(stack)
})
