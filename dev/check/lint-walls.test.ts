import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'

type Override = {
  files: string[]
  rules: { 'no-restricted-imports'?: [string, { patterns: { regex?: string; group?: string[] }[] }] }
}

const { overrides }: { overrides: Override[] } = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8'))

function wallsOf(files: string) {
  const rules = overrides
    .filter((each) => each.files.includes(files))
    .map((each) => each.rules['no-restricted-imports'])
  return rules.flatMap((rule) => rule?.[1].patterns ?? [])
}

/** The imports that lint refuses in files of this pattern. */
function refused(files: string): RegExp[] {
  return wallsOf(files).flatMap(({ regex }) => (regex ? [new RegExp(regex)] : []))
}

function roomsOf(side: string, open: readonly string[]): string[] {
  const entries = readdirSync(join(ROOT, side), { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() && !open.includes(entry.name) ? [entry.name] : []))
}

// The folders of features: not those that every feature may use, nor those without sources.
const features = [
  ...roomsOf('web', [
    'api',
    'app',
    'browser',
    'edge',
    'error-pages',
    'layout',
    'site',
    'styles',
    'testing',
    'ui',
    'upgrade',
    'public',
    'dist',
    'node_modules',
    '.wrangler',
  ]),
  // Every feature may open the modal, but not import its content.
  'upgrade/modal',
]

test.each(['web/**', 'web/**/*-page.tsx'])('files of %s import nothing of the Worker but its contract', (files) => {
  expect(wallsOf(files).flatMap(({ group }) => (group ? [group] : []))).toContainEqual([
    '**/worker/**',
    '!**/worker/contract/**',
  ])
})

test.each(features)('no other feature of web imports web/%s', (feature) => {
  for (const up of ['../', '../../', '../../../']) {
    expect(refused('web/**').some((wall) => wall.test(`${up}${feature}/some-file.ts`))).toBe(true)
  }
})

test.each(['web/**', 'web/**/*-page.tsx'])('nothing in %s imports web/app', (files) => {
  expect(refused(files).some((wall) => wall.test('../../app/pages.ts'))).toBe(true)
})
