import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../processes/run.ts'
import { readSources } from '../source-files.ts'

/** Requirements name addresses and tables, which look like paths. */
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'dev/README.md',
  'web/README.md',
  'worker/README.md',
  'worker/contract/enablement/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name !== 'requirements.md')
    .map((name) => `docs/${name}`),
]
/** Folders of sources; what a build or an example writes there does not count. */
const SOURCE_PATH = /^(?:worker|web|dev|e2e|packages|docs|migrations)\/[\w./-]+$/
const WRITTEN_LATER = new Set(['web/dist'])
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const texts = DOCUMENTS.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

test('the paths that the documents name exist', () => {
  const named = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => (SOURCE_PATH.test(code) ? [`${path}: ${code}`] : [])),
  )
  expect(named.length).toBeGreaterThan(200)
  const missing = named.filter((each) => {
    const [, code = ''] = each.split(': ')
    return !WRITTEN_LATER.has(code) && !existsSync(join(ROOT, code))
  })
  expect(missing).toEqual([])
})

/** A source by its name, with or without its folders. Shorter names are those of examples. */
const SOURCE_NAME = /(?<![\w./-])(?:\w[\w-]*\/)*\w[\w-]{2,}(?:\.[\w-]+)*\.tsx?(?![\w.-])/g
const COMMENT = /^\s*(?:\/?\*|\/\/)(.*)$/gm

test('the sources that documents and comments name exist', () => {
  const sources = readSources()
  const ends = new Set(sources.flatMap(({ path }) => endsOf(path)))
  const comments = sources.map(({ path, text }) => {
    return { path, text: [...text.matchAll(COMMENT)].map(([, comment = '']) => comment).join('\n') }
  })
  const named = [...texts, ...comments].flatMap(({ path, text }) =>
    [...text.matchAll(SOURCE_NAME)].map(([name]) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(400)
  expect(named.filter(({ name }) => !ends.has(name))).toEqual([])
})

/** A path, and what is left of it without its first folders. */
function endsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, at) => parts.slice(at).join('/'))
}

test('the links of the documents lead to files', () => {
  const links = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)\s#]+)[^)]*\)/g)].map(([, to = '']) => ({ path, to })),
  )
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter(({ path, to }) => !existsSync(join(ROOT, dirname(path), to)))).toEqual([])
})

test('the commands that the documents name exist', () => {
  const named = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([])
})
