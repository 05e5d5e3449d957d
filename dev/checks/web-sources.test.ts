import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'

/** What no single page shows: that nothing anywhere in the pages' sources says otherwise. */
function sources(pattern: string): { file: string; text: string }[] {
  return globSync(pattern, { cwd: join(ROOT, 'web'), exclude: (name) => name === 'dist' }).map((file) => ({
    file,
    text: readFileSync(join(ROOT, 'web', file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, ''),
  }))
}

const BREAKPOINTS = [320, 484, 724, 964, 1025, 1444, 1924]
/** Where six Applets are recommended instead of three (§9). */
const RECOMMENDED = 850

// §2.6-06 §2.6-07 §2.6-08 §2.6-09
test('layouts change at the breakpoints of §2.6 and nowhere else', () => {
  const changes = sources('**/*.css').flatMap(({ file, text }) =>
    [...text.matchAll(/@media[^{]*?width[^{]*/g)].map(([query]) => ({ file, query })),
  )
  const used = new Set(changes.flatMap(({ query }) => [...query.matchAll(/(\d+)px/g)].map(([, px]) => Number(px))))
  expect([...used].filter((px) => px !== RECOMMENDED && !BREAKPOINTS.includes(px))).toEqual([])
  // As min widths: `>=` from the breakpoint on, `<` below it; `>` is the button's own "over 1444" (§5).
  const offByOne = changes.filter(({ query }) => /width <=|(?:min|max)-width/.test(query))
  expect(offByOne).toEqual([])
  expect([...used]).toEqual(expect.arrayContaining(BREAKPOINTS.slice(1)))
})

// §D3.1-10
test('no page links to /create before Applets can run (§D3.1)', () => {
  const linking = sources('**/*.{ts,tsx}').filter(
    ({ file, text }) => !/\.test\.tsx?$/.test(file) && /['"`]\/create\b/.test(text),
  )
  expect(linking.map(({ file }) => file)).toEqual([])
})
