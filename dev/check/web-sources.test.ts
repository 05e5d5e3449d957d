import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { isForTests } from './source-files.ts'

/** The pages' sources without comments, for facts that no single page can show. */
function sources(pattern: string): { file: string; text: string }[] {
  return globSync(pattern, { cwd: join(ROOT, 'web'), exclude: (name) => name === 'dist' }).map((file) => ({
    file,
    text: readFileSync(join(ROOT, 'web', file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, ''),
  }))
}

const BREAKPOINTS = [320, 484, 724, 964, 1025, 1444, 1924]
/** From this width on, six Applets are recommended instead of three (§9). */
const RECOMMENDED = 850

// §2.6-05
test('layouts change only at the listed breakpoints', () => {
  const changes = sources('**/*.css').flatMap(({ file, text }) =>
    [...text.matchAll(/@media[^{]*?width[^{]*/g)].map(([query]) => ({ file, query })),
  )
  const used = new Set(changes.flatMap(({ query }) => [...query.matchAll(/(\d+)px/g)].map(([, px]) => Number(px))))
  expect([...used].filter((px) => px !== RECOMMENDED && !BREAKPOINTS.includes(px))).toEqual([])
  // Breakpoints are min widths: `>=` from the breakpoint on, `<` below it. `>` is the button's own "over 1444" (§5).
  const offByOne = changes.filter(({ query }) => /width <=|(?:min|max)-width/.test(query))
  expect(offByOne).toEqual([])
  expect([...used]).toEqual(expect.arrayContaining(BREAKPOINTS.slice(1)))
})

const code = sources('**/*.{ts,tsx}').filter(({ file }) => !isForTests(`web/${file}`))

test('every stylesheet is imported by a part of a page', () => {
  const imported = new Set(
    code.flatMap(({ file, text }) =>
      [...text.matchAll(/^import '([^']+\.css)'$/gm)].map(([, style = '']) => join(dirname(file), style)),
    ),
  )
  const stylesheets = sources('**/*.css').map(({ file }) => file)
  expect(stylesheets.length).toBeGreaterThan(70)
  expect(stylesheets.filter((file) => !imported.has(file))).toEqual([])
})

test('every lazy part names the file that it loads', () => {
  const parts = code.flatMap(({ file, text }) =>
    [...text.matchAll(/lazyPart\(\s*'([^']+)',\s*\(\) =>\s*import\('([^']+)'\)/g)].map(
      ([, named = '', loaded = '']) => ({ named, loaded: join(dirname(file), loaded) }),
    ),
  )
  const calls = code.flatMap(({ text }) => text.match(/= lazyPart\(/g) ?? [])
  expect(parts).toHaveLength(calls.length)
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.filter(({ named, loaded }) => named !== loaded)).toEqual([])
})
