import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'

type Override = { files: string[]; rules: { 'no-restricted-imports'?: [string, { patterns: { regex?: string }[] }] } }

const { overrides }: { overrides: Override[] } = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8'))

/** The imports that lint refuses in files of this pattern. */
function refused(files: string): RegExp[] {
  const rules = overrides
    .filter((each) => each.files.includes(files))
    .map((each) => each.rules['no-restricted-imports'])
  return rules.flatMap((rule) => rule?.[1].patterns ?? []).flatMap(({ regex }) => (regex ? [new RegExp(regex)] : []))
}

function roomsOf(side: string, open: readonly string[]): string[] {
  const entries = readdirSync(join(ROOT, side), { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() && !open.includes(entry.name) ? [entry.name] : []))
}

const rooms = roomsOf('worker', ['contract'])
// What every feature may use, and what is no source.
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
  // What opens the modal is everyone's; what it holds is not.
  'upgrade/modal',
]

test.each(rooms)('no file of web may import worker/%s: what both sides agree on is in the contract', (room) => {
  for (const files of ['web/**', 'web/**/*-page.tsx']) {
    expect(refused(files).some((wall) => wall.test(`../../worker/${room}/some-file.ts`))).toBe(true)
  }
})

test.each(features)('no other feature of web may import web/%s: pages compose them', (feature) => {
  for (const up of ['../', '../../', '../../../']) {
    expect(refused('web/**').some((wall) => wall.test(`${up}${feature}/some-file.ts`))).toBe(true)
  }
})

test.each(['web/**', 'web/**/*-page.tsx'])('nothing in %s imports web/app, which composes', (files) => {
  expect(refused(files).some((wall) => wall.test('../../app/pages.ts'))).toBe(true)
})
