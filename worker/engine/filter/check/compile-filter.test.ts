import { expect, test } from 'vitest'
import { compileFilter } from './compile-filter.ts'
import type { FilterNames } from '../../../system/runner-api/filter-compiler.ts'

const NAMES: FilterNames = {
  trigger: { service: 'Mastodon', step: 'newMention', ingredients: ['Text', 'ThreadId'] },
  queries: [{ service: 'Mastodon', step: 'recentPosts', ingredients: ['Text', 'ThreadId'] }],
  actions: [
    { service: 'Notifications', step: 'send', fields: ['message', 'link_url'] },
    { service: 'Notifications', step: 'send', fields: ['message', 'link_url'] },
  ],
}

async function problemsOf(source: string, names?: FilterNames): Promise<string[]> {
  const compiled = await compileFilter(source, names)
  return compiled.ok ? [] : compiled.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

test.each([
  ['const f = async () => 1', '1:11 “async” is not available in filter code.'],
  ['({ async a() {} })', '1:11 “async” is not available in filter code.'],
  ['async => 1', '1:1 “async” is not available in filter code.'],
  ['let a = [{ a = 1 }, (b) => b]', '1:10 “=” does not fit here.'],
  ['await x', '1:1 “await” is not available in filter code.'],
  ['import a from "a"', '1:1 “import” and “export” are not available in filter code.'],
  ['import("a")', '1:1 “import” and “export” are not available in filter code.'],
  ['with (Math) {}', '1:1 “with” is not available in filter code.'],
  ['debugger', '1:1 “debugger” is not available in filter code.'],
  ['eval("1")', '1:1 Code made from texts is not available in filter code.'],
  ['new Function("")', '1:5 Code made from texts is not available in filter code.'],
  ['new Promise(() => 1)', '1:5 “Promise” is not available in filter code.'],
  ['this.a', '1:1 “this” is not available in filter code.'],
  ['arguments[0]', '1:1 “arguments” is not available. Declare (...values).'],
  ['fetch("https://a.test")', '1:1 Filter code cannot call addresses. Add a query to the Applet.'],
  ['const { globalThis } = 1\nwindow', '2:1 “window” is not available in filter code.'],
  ['Math.flor(1.5)', '1:6 Math has no flor(). Did you mean floor()?'],
])('says of %s: %s', async (source, problem) => {
  expect(await problemsOf(source)).toEqual([problem])
})

test.each([
  'class A { #b = 1; static c = 2; get d() { return this.#b } }\nnew A().d + A.c',
  'outer: for (const a of [1]) for (;;) continue outer',
  'function* count() { yield 1 }\n[...count()]',
  '10n ** 10n',
  '/(?<=a)(b)\\1(?<c>d)\\k<c>/u.test("abb")',
  'const tag = (texts) => texts.raw[0]\ntag`a`',
  'new Proxy({}, { get: (_of, name) => Symbol(name) })',
  '({ get a() { return this }, set a(b) { arguments.length } })',
  '[, 1].constructor',
  'typeof nothing',
  'return',
])('accepts %s', async (source) => {
  expect(await problemsOf(source)).toEqual([])
})

test('refuses more than 20,000 characters', async () => {
  expect(await problemsOf(';'.repeat(20_001))).toEqual(['1:1 Filter code has at most 20,000 characters.'])
})

test('names every problem with its line and column', async () => {
  expect(await problemsOf('let a = 1\ndebugger\n  fetch(b)')).toEqual([
    '2:1 “debugger” is not available in filter code.',
    '3:3 Filter code cannot call addresses. Add a query to the Applet.',
    '3:9 “b” is not defined.',
  ])
})

test.each([
  ['Mastodon.newMention.Txt', 'Mastodon.newMention has no ingredient Txt. Did you mean Text?'],
  ['Mastodn.newMention.Text', '“Mastodn” is not defined. Did you mean Mastodon?'],
  ['Mastodon.newMentoin.Text', 'Mastodon has no newMentoin in this Applet. Did you mean newMention?'],
  ['Mastodon.recentPosts[0].ThreadID', 'Mastodon.recentPosts has no ingredient ThreadID. Did you mean ThreadId?'],
  ['Notifications.send.setMesage("x")', 'Notifications.send has no setMesage(). Did you mean setMessage()?'],
  ['Notifications.send3.skip()', 'Notifications has no send3 in this Applet. Did you mean send?'],
  ['Meta.currentUserTime.huor()', 'Meta.currentUserTime has no huor(). Did you mean hour()?'],
  ['Meta.now', 'Meta has no now.'],
  ['Trigger.Txt', 'Trigger has no ingredient Txt. Did you mean Text?'],
  ['const { Txt } = Mastodon.newMention', 'Mastodon.newMention has no ingredient Txt. Did you mean Text?'],
  ['const { send } = Notifications\nsend.setTitle("x")', 'Notifications.send has no setTitle().'],
  ['var text = Trigger.Text\ntext.includs("x")', 'Trigger.Text has no includs(). Did you mean includes()?'],
  ['Mastodon.newMention.Text()', '“Mastodon.newMention.Text” is not a function.'],
  ['for (const row of Mastodon.recentPosts) row.Txt', 'Mastodon.recentPosts has no ingredient Txt. Did you mean Text?'],
  ['Mastodon.recentPosts.map(({ Txt }) => 1)', 'Mastodon.recentPosts has no ingredient Txt. Did you mean Text?'],
  [
    'Mastodon.recentPosts.reduce((sum, row) => sum + row.Txt, "")',
    'Mastodon.recentPosts has no ingredient Txt. Did you mean Text?',
  ],
  ['Meta.currentUserTime.hour.x()\nMeta.triggerTime()', '“Meta.triggerTime” is not a function.'],
  ['const total = 1\ntotl', '“totl” is not defined. Did you mean total?'],
])('finds the unknown name in %s', async (source, message) => {
  const problems = await problemsOf(source, NAMES)
  expect(problems.map((problem) => problem.replace(/^\d+:\d+ /, ''))).toEqual([message])
})

test('accepts all that the Applet has', async () => {
  const source = `const { Text } = Mastodon.newMention
const rows = Mastodon.recentPosts.filter((row) => row.ThreadId === Mastodon.newMention.ThreadId)
if (rows.length > 1 || Mastodon.recentPosts.Text === Trigger.Text || Mastodon.recentPosts[0].Text) Notifications.send.skip(Text)
Notifications.send2.setLinkUrl(Meta.triggerTime.format())
{ const Mastodon = { other: 1 }; Mastodon.other }
let post = Mastodon.recentPosts[0]
post = { other: post?.Text[0].length }
post.other
var send = Notifications.send
var send = Notifications.send2
send.other
const [first, ...more] = Mastodon.recentPosts.toSorted((one, other) => one.Text.localeCompare(other.Text))
first.Text + more.length`
  expect(await problemsOf(source, NAMES)).toEqual([])
})

test.each(['toString', 'constructor'])('checks a list whose %s gets a function', async (method) => {
  const source = `Mastodon.recentPosts.${method}((row) => row.Txt)`
  expect(await problemsOf(source, NAMES)).toEqual([])
})

test.each([
  ['parentheses', '('.repeat(9000)],
  ['arrows', 'a=>'.repeat(6000) + '1'],
  ['operators before a value', '!'.repeat(19_000) + '1'],
  ['parts of a sum', '1+'.repeat(9000) + '1'],
  ['statements', 'if(1)'.repeat(3000) + ';'],
  ['new', 'new '.repeat(4000) + 'X'],
  ['templates', '`${'.repeat(3000)],
  ['patterns', `let ${'['.repeat(9000)}`],
  ['choices', 'a?'.repeat(9000)],
  ['powers', '2**'.repeat(6000) + '1'],
])('refuses thousands of %s within each other', async (_what, source) => {
  expect(await problemsOf(source)).toEqual([expect.stringMatching(/nested too deeply/)])
})

test('long chains and lists are no nesting', async () => {
  expect(await problemsOf(`const x = {}\nx${'.a'.repeat(5000)}`)).toEqual([])
  expect(await problemsOf(`const x = [${'1,'.repeat(5000)}]`)).toEqual([])
  expect(await problemsOf('let a = 1\n'.concat('a = a + 1\n'.repeat(1500)))).toEqual([])
})

test('what a list has stands before an ingredient of that name', async () => {
  const [query] = NAMES.queries
  const names = { ...NAMES, queries: query ? [{ ...query, ingredients: ['keys', 'Text'] }] : [] }
  expect(await problemsOf('Mastodon.recentPosts.keys()', names)).toEqual([])
  expect(await problemsOf('Mastodon.recentPosts[0].keys()', names)).toEqual([
    '1:25 “Mastodon.recentPosts.keys” is not a function.',
  ])
})
