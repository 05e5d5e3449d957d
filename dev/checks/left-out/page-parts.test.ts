import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutParts } from '../../../web/react-dom-parts.ts'
import { ROOT } from '../../processes/run.ts'
import { isForTests, readSources } from '../source-files.ts'

const sources = readSources().filter(({ path }) => path.startsWith('web/') && !isForTests(path))
const code = sources.filter(({ path }) => /\.tsx?$/.test(path) && path !== 'web/react-dom-parts.ts')

test('no page uses a part of React that the build leaves out', () => {
  const parts =
    /(?<!site\/lazy-part\.tsx: .*)\bprecedence=|extends \w*\.?(?:Pure)?Component\b|<(?:React\.)?(?:ViewTransition|SuspenseList|\w+-\w+)[ />]|\buseActionState\b|<Fragment[^>]* ref=|\b(?:preload|preloadModule|preinit|preinitModule)\(/
  const lines = code.flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line}`))
  expect(lines.filter((line) => parts.test(line))).toEqual([])
  expect(code.filter(({ text }) => /import \{[^}]*\bActivity\b[^}]*\} from 'react'/.test(text))).toEqual([])
})

test("what is left out of React keeps every other line's place", () => {
  const react = readFileSync(join(ROOT, 'node_modules/react-dom/cjs/react-dom-client.production.js'), 'utf8')
  const left = withoutParts(react)
  expect(left.split('\n')).toHaveLength(react.split('\n').length)
  const place = (text: string) => text.split('\n').findIndex((line) => line.includes('exports.hydrateRoot'))
  expect(place(left)).toBe(place(react))
  expect(left).not.toContain('.innerHTML = "<script>')
  expect(() => withoutParts('function updateClassComponent() {}')).toThrow('React has no')
})

test('every stylesheet is imported by a part of a page', () => {
  const imported = new Set(
    code.flatMap(({ path, text }) =>
      [...text.matchAll(/^import '([^']+\.css)'$/gm)].map(([, file = '']) => join(dirname(path), file)),
    ),
  )
  const stylesheets = sources.filter(({ path }) => path.endsWith('.css')).map(({ path }) => path)
  expect(stylesheets.length).toBeGreaterThan(70)
  expect(stylesheets.filter((path) => !imported.has(path))).toEqual([])
})

test('every lazy part names the file that it loads', () => {
  const parts = code.flatMap(({ path, text }) =>
    [...text.matchAll(/lazyPart\(\s*'([^']+)',\s*\(\) =>\s*import\('([^']+)'\)/g)].map(
      ([, module = '', file = '']) => ({
        named: `web/${module}`,
        loaded: join(dirname(path), file),
      }),
    ),
  )
  const calls = code.flatMap(({ text }) => text.match(/= lazyPart\(/g) ?? [])
  expect(parts).toHaveLength(calls.length)
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.filter(({ named, loaded }) => named !== loaded)).toEqual([])
})
