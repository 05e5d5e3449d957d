import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serviceFile } from '../../../../worker/services/known-services.ts'
import { ROOT } from '../../../processes/run.ts'
import { PUBLICATIONS } from '../../../service/published/publications.fixture.ts'
import { ACME, sampledServices } from '../../samples/sampled-services.ts'
import { ownDoubleNames } from '../double-routes.ts'

/** Doubles of no service outside: feeds, and a page to watch. */
const NOBODYS = new Set(['feeds', 'site_watch'])
/** Packages that doubles of any kind are made of. */
const OURS = new Set(['hono', 'vitest', 'fast-check'])
const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
)

const text = readFileSync(join(ROOT, 'docs/services.md'), 'utf8')
const held = tableBelow('## Files that are held to a publication')
const rows = tableBelow('## Services that exist outside')
const doubles = ownDoubleNames().filter(({ module_name }) => !NOBODYS.has(module_name))

/** The rows of the first table below a heading, by their first cells. */
function tableBelow(heading: string): Map<string, string[]> {
  const [, table = ''] = /\n((?:\| .*\n)+)/.exec(text.slice(text.indexOf(heading))) ?? []
  const lines = table.trim().split('\n').slice(2)
  const cells = lines.map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
  return new Map(cells.map(([name = '', ...others]) => [name, others]))
}

function rowOf(module_name: string): readonly string[] | undefined {
  return rows.get(module_name === 'larder' ? "any service of IFTTT's protocol" : (serviceFile(module_name)?.name ?? ''))
}

test('each double of a real service has its row', () => {
  expect(doubles.length).toBeGreaterThan(3)
  for (const { module_name } of doubles) {
    const [publication, checked, unchecked, ...rest] = rowOf(module_name) ?? []
    expect([module_name, publication, checked, unchecked]).not.toContain('')
    expect([module_name, unchecked, rest]).toEqual([module_name, expect.any(String), []])
  }
  expect(rows.size).toBe(doubles.length)
})

test('each service that is held to a publication has its row', () => {
  const own = new Set<string>(doubles.map(({ module_name }) => module_name))
  const services = sampledServices(own).filter(({ id }) => id !== ACME.id)
  const named = services.filter(({ id, unverified }) => PUBLICATIONS[id] !== undefined || unverified !== true)
  expect([...held.keys()].toSorted()).toEqual(named.map(({ name }) => name).toSorted())
})

/** What was taken out of packages that are not installed. Each names its package. */
const EXCERPTS = [
  'dev/service/published/bluesky-openapi.json',
  'dev/stand-ins/doubles/github/github-openapi.json',
  'dev/service/published/trello-openapi.json',
  'dev/service/published/linear-schema.graphql',
]

function excerptOf(path: string): [name: string, version: string] {
  const [, name = '', version = ''] =
    /((?:@[\w-]+\/)?[\w.-]+)@(\d[\w.]*)/.exec(readFileSync(join(ROOT, path), 'utf8')) ?? []
  return [name, version]
}

test('the versions in the tables are the installed ones', () => {
  const installed: Record<string, string> = { ...devDependencies, ...Object.fromEntries(EXCERPTS.map(excerptOf)) }
  const named = [...held.values(), ...rows.values()].flatMap(([publication = '']) => [
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
