import { expect, test } from 'vitest'
import { compileFilter } from './compile-filter.ts'
import type { FilterNames } from '../../system/runner-api/filter-compiler.ts'

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
  ['class A {}', '“class” is not available in filter code.'],
  ['const f = async () => 1', '“async” is not available in filter code.'],
  ['function* f() {}', 'Generators (function*) are not available in filter code.'],
  ['import a from "a"', '“import” and “export” are not available in filter code.'],
  ['with (Math) {}', '“with” is not available in filter code.'],
  ['eval("1")', 'Code made from texts is not available in filter code.'],
  ['a: for (;;) {}', 'A label (“a:”) is not available in filter code.'],
  ['new Promise(() => 1)', '“new” works only with Array, Date, Error, Map, RegExp and Set in filter code.'],
  ['this.a', '“this” is not available in filter code.'],
  ['[].constructor', '“constructor” is not available in filter code.'],
  ['fetch("https://a.test")', 'Filter code cannot call addresses. Add a query to the Applet.'],
  ['/(a)\\1/', 'Going back to what a group found, as \\1 does, is not available here.'],
  ['let a: string = ""', '“:” does not fit here. Types are not available: filter code is JavaScript, not TypeScript.'],
  ['if (true) {', 'The code ends too early: a bracket or a quote is not closed.'],
])('refuses %s', async (source, message) => {
  const problems = await problemsOf(source)
  expect(problems.map((problem) => problem.replace(/^\d+:\d+ /, ''))).toContain(message)
})

test('refuses more than 20,000 characters', async () => {
  expect(await problemsOf(';'.repeat(20_001))).toEqual(['1:1 Filter code has at most 20,000 characters.'])
})

test('names every problem with its line and column', async () => {
  expect(await problemsOf('let a = 1\nclass B {}\n  fetch(b)')).toEqual([
    '2:1 “class” is not available in filter code.',
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
{ const Mastodon = { other: 1 }; Mastodon.other }`
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
