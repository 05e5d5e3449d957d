import { is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as appletTables from '../../worker/db/schema/applets.ts'
import * as draftTables from '../../worker/db/schema/drafts.ts'
import { reachableFrom, readImports } from './import-graph.ts'
import { isForTests, readSources } from './source-files.ts'

/** The deployed sources of the Worker. */
const sources = readSources().filter(({ path }) => path.startsWith('worker/') && !isForTests(path))

const TYPES = /^import type [^']*'[^']+'/gm
const withoutTypes = sources.map(({ path, text }) => ({ path, text: text.replaceAll(TYPES, '') }))

/** Where the API Worker and the Runner's begin. */
const ENTRIES = ['worker/app/index.ts', 'worker/app/runner/index.ts'] as const

function arrowsOf(files: typeof sources): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of readImports(files)) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
  return arrows
}

test('the API Worker has neither parser nor interpreter of filter code', () => {
  const files = [...reachableFrom(ENTRIES[0], arrowsOf(withoutTypes))]
  expect(files.length).toBeGreaterThan(400)
  expect(files.filter((file) => /^worker\/engine\/filter\/(?:check|engine)\//.test(file))).toEqual([])
  expect(files.filter((file) => /^worker\/engine\/(?:runner|sources)\/(?:runner|source|engine)/.test(file))).toEqual([])
})

test("the Runner's Worker has nothing of sessions, calls and Stripe", () => {
  const files = [...reachableFrom(ENTRIES[1], arrowsOf(withoutTypes))]
  expect(files.length).toBeGreaterThan(300)
  const withheld =
    /^worker\/(?:app\/graphql|billing|system\/http|users\/(?:accounts|session))\/|^worker\/db\/(?:users|sessions\/(?!live-sessions))/
  expect(files.filter((file) => withheld.test(file))).toEqual([])
})

/** `worker/db` and what connects it with D1. */
const WITH_SQL = ['worker/db/', 'worker/system/d1/']
const ASKS_D1 = /'drizzle-orm|\/db\/schema\/|\/d1-batch\.ts'|\.(?:batch|prepare)\b/

function askingD1(files: typeof sources): string[] {
  const asking = files.filter(({ path, text }) => !WITH_SQL.some((room) => path.startsWith(room)) && ASKS_D1.test(text))
  return asking.map(({ path }) => path)
}

test('only worker/db asks D1', () => {
  expect(askingD1(sources)).toEqual([])
})

test.each([
  "import { eq } from 'drizzle-orm'",
  "import { users } from '../../db/schema/accounts.ts'",
  'await db.batch([])',
  'await search.batch<Row>([])',
  'env.DB.prepare(sql)',
])('finds a file with %s', (text) => {
  const path = 'worker/billing/a.ts'
  expect(askingD1([{ path, text }])).toEqual([path])
})

/** The log is everybody's. */
const APPLETS_TABLES = Object.entries({ ...appletTables, ...draftTables }).flatMap(([name, table]) =>
  is(table, SQLiteTable) && table !== appletTables.activity_log ? [name] : [],
)
const WRITES_APPLETS = new RegExp(
  String.raw`\b(?:update|delete|insert|insertRow)\((?:\w+, )?(?:${APPLETS_TABLES.join('|')})\b`,
)

function writingApplets(files: typeof sources): string[] {
  const writing = files.filter(({ path, text }) => !path.startsWith('worker/db/applets/') && WRITES_APPLETS.test(text))
  return writing.map(({ path }) => path)
}

test("only worker/db/applets writes the Applets' tables", () => {
  expect(writingApplets(sources)).toEqual([])
})

test.each(['db.update(applets).set({})', 'insertRow(db, drafts, row)', 'db.delete(enablements)'])(
  'finds a file that writes by %s',
  (text) => {
    const path = 'worker/db/users/a.ts'
    expect(writingApplets([{ path, text }])).toEqual([path])
  },
)

/** Such as `const [one, other] = await db.batch([`, also on several lines. */
const BY_PLACE = /\[[^\]=]*\]\s*=\s*await\b[^;=]*(?:=>[^;=]*)?\b(?:batch|runNamed)[<(]/

test('no answer of a batch is known by its place', () => {
  const answered = sources.filter(({ text }) => /\b(?:batch|runNamed)\b/.test(text))
  expect(answered.length).toBeGreaterThan(50)
  expect(answered.filter(({ text }) => BY_PLACE.test(text)).map(({ path }) => path)).toEqual([])
})

test.each(['const [one, other] = await db.batch([a, b])', 'const [one] = await read((db) =>\n  db.batch<Row>([a]))'])(
  'finds %s',
  (text) => {
    expect(BY_PLACE.test(text)).toBe(true)
  },
)
