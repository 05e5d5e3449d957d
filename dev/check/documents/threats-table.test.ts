import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../processes/run.ts'
import { missingTests, namedTests } from './named-tests.ts'

/** Rows of docs/threats.md: threat, defense, and `file`: test, one below the other. */
const text = readFileSync(join(ROOT, 'docs/threats.md'), 'utf8')
const sections = text.split(/^## /m).slice(1)
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)]
    .filter(([, threat = '']) => threat !== 'threat' && !/^-+$/.test(threat))
    .map(([, threat = '', , shown = '']) => ({ threat, tests: namedTests(shown) }))
const rows = sections.flatMap(rowsOf)

test('every section of the threats has rows, and none twice', () => {
  expect(sections.filter((section) => rowsOf(section).length === 0)).toEqual([])
  const threats = rows.map(({ threat }) => threat)
  expect(threats.length).toBeGreaterThan(15)
  expect(threats.filter((threat, at) => threats.indexOf(threat) !== at)).toEqual([])
})

test('every threat names the test that shows its defense', () => {
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ threat }) => threat)).toEqual([])
})

test('the tests that the threats name exist', () => {
  expect(missingTests(rows.flatMap(({ tests }) => tests))).toEqual([])
})
