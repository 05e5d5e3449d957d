import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serviceFile } from '../../../../worker/services/operator/known-services.ts'
import { ROOT } from '../../../processes/run.ts'
import { ownDoubleNames } from '../double-routes.ts'

const DOUBLES = join(ROOT, 'dev/stand-ins/doubles')
/** Doubles of no service outside: a page to watch, and what misbehaves in Larder's place. */
const NOBODYS = new Set(['site_watch', 'ramshackle'])
/** Packages that doubles of any kind are made of. */
const OURS = new Set(['hono', 'vitest', 'fast-check'])
const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
)

const text = readFileSync(join(ROOT, 'docs/services.md'), 'utf8')
const rows = new Map(
  text
    .slice(text.indexOf('## Services that exist outside'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([name = '', ...cells]) => [name.trim(), cells.map((cell) => cell.trim())] as const),
)
const doubles = ownDoubleNames().filter(({ module_name }) => !NOBODYS.has(module_name))

function rowOf(module_name: string): readonly string[] | undefined {
  return rows.get(module_name === 'larder' ? "any service of IFTTT's protocol" : (serviceFile(module_name)?.name ?? ''))
}

test('each double of a real service has its row', () => {
  expect(doubles.length).toBeGreaterThan(14)
  for (const { module_name } of doubles) {
    const [publication, checked, unchecked, ...rest] = rowOf(module_name) ?? []
    expect([module_name, publication, checked, unchecked]).not.toContain('')
    expect([module_name, unchecked, rest]).toEqual([module_name, expect.any(String), []])
  }
  expect(rows.size).toBe(doubles.length)
})

test('the versions in the table are the installed ones', () => {
  const openapi: string = JSON.parse(readFileSync(join(DOUBLES, 'github/github-openapi.json'), 'utf8')).package
  const [, name = '', version = ''] = /^(.+)@([^@]+)$/.exec(openapi) ?? []
  const installed: Record<string, string> = { ...devDependencies, [name]: version }
  const named = [...rows.values()].flatMap(([publication = '']) => [
    ...publication.matchAll(/`([@a-z][\w./-]*)` (\d[\w.]*)/g),
  ])
  expect(named.length).toBeGreaterThan(14)
  expect(named.map(([, each = '', at]) => [each, at])).toEqual(named.map(([, each = '']) => [each, installed[each]]))
})

test('what a double takes from its provider is in its row', () => {
  for (const { module_name } of doubles.filter((each) => each.module_name !== 'larder')) {
    const places = [`dev/stand-ins/doubles/${module_name}/*.ts`, `worker/services/${module_name}/*.double.test.ts`]
    const imports = globSync(places, { cwd: ROOT }).flatMap((file) => [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/ from '([^'.][^']*)'/g),
    ])
    const packages = imports.flatMap(([, from = '']) => {
      const [name = ''] = /^(@[^/]+\/[^/]+|[^/]+)/.exec(from) ?? []
      return name in devDependencies && !OURS.has(name) ? [name] : []
    })
    for (const name of new Set(packages))
      expect(`${module_name}: ${rowOf(module_name)?.join(' ')}`).toContain(`\`${name}`)
  }
})
