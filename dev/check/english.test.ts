import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { findTests } from './find-tests.ts'
import { isTest, readSources } from './source-files.ts'

const MOST_WORDS = 12
/** Words that make a reader stop, and lists that a reader cannot look up. */
const NOT_SAID = [
  /\bcan not\b/i,
  /\banew\b/i,
  /\bwhoever\b/i,
  /\bnobody could\b/i,
  /\b(?:is|was) had\b/i,
  /(?<!\bthere )\bis no (?!longer|more|fewer|less|one)[a-z]/i,
  /(?:^|[.:] |\/\/ |\* )Of which\b/,
  /\bhandbook\b/i,
  /\b(?:fault|issue) \d+\b/i,
  /\bdesign(?:'s)? §/i,
]
const THIS = 'dev/check/english.test.ts'

test('no source or page uses words that readers stumble over', () => {
  const docs = readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)
  const pages = ['README.md', 'CONTRIBUTING.md', ...docs, 'wrangler.toml', 'wrangler.runner.toml', 'web/wrangler.toml']
  const texts = [...readSources(), ...pages.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))]
  const found = texts
    .filter(({ path }) => path !== THIS)
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          NOT_SAID.some((word) => word.test(line)) ? [`${path}:${index + 1} ${line.trim()}`] : [],
        ),
    )
  expect(found).toEqual([])
})

test('a test name has at most 12 words', () => {
  const names = readSources()
    .filter(({ path }) => isTest(path))
    .flatMap(({ path, text }) => findTests(text).map(({ name }) => ({ path, name })))
  expect(names.length).toBeGreaterThan(1500)
  expect(names.filter(({ name }) => name.split(/\s+/).length > MOST_WORDS)).toEqual([])
})
