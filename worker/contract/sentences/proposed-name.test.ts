import { expect, test } from 'vitest'
import type { ConditionOperator, DraftWhen } from '../drafts/draft.ts'
import { proposedName } from './proposed-name.ts'
import type { FieldToSay } from './step-to-say.ts'

const trigger = {
  kind: 'trigger' as const,
  name: 'New star',
  phrase: 'someone stars your repository',
  sentence: 'someone stars {{fields.repository}}',
  fields: [] as FieldToSay[],
}
const query = {
  ...trigger,
  kind: 'query' as const,
  name: 'Open issues',
  phrase: 'the open issues of a repository',
  sentence: null,
}
const action = {
  ...trigger,
  kind: 'action' as const,
  name: 'Add a row',
  phrase: 'add a row to a spreadsheet',
  sentence: 'add a row to {{fields.spreadsheet}}',
}
const clock = { ...trigger, phrase: 'every day', sentence: 'every {{fields.weekdays}} at {{fields.time}}, {{zone}}' }
const nothing = { when: { kind: 'always' as const }, ingredients: [] }

/** A field with a value of its author. */
function filled(slug: string, value: string | null, more: Partial<FieldToSay> = {}): FieldToSay {
  const plain = { type: 'text' as const, syntax: null, options: null, live: false, default_value: null }
  return { slug, label: slug, value, ...plain, chosen: null, yours: false, ...more }
}

test.each([
  [[], 'New Applet'],
  [[trigger], 'When someone stars your repository'],
  [[action], 'Add a row to a spreadsheet'],
  [[trigger, query, action], 'When someone stars your repository, add a row to a spreadsheet'],
  [[trigger, action, action], 'When someone stars your repository, add a row to a spreadsheet and 1 more'],
  [
    [trigger, action, { ...action, phrase: 'send an email' }],
    'When someone stars your repository, add a row to a spreadsheet and send an email',
  ],
  [
    [{ ...trigger, fields: [filled('repository', 'x'.repeat(60))] }, action, { ...action, phrase: 'send an email' }],
    'When someone stars your repository, add a row to a spreadsheet and send an email',
  ],
  [[trigger, action, action, action], 'When someone stars your repository, add a row to a spreadsheet and 2 more'],
  [[clock, action], 'Every day, add a row to a spreadsheet'],
  [
    [
      { ...trigger, phrase: null, sentence: null },
      { ...action, phrase: null, sentence: null },
    ],
    'New star: add a row',
  ],
  [
    [trigger, { ...action, phrase: null, sentence: null, name: 'RSS item' }],
    'When someone stars your repository, RSS item',
  ],
])('steps propose a name, %#', (steps, name) => {
  expect(proposedName(steps, nothing)).toBe(name)
})

test.each<[string, (typeof trigger)['fields'], string]>([
  ['a text', [filled('repository', 'ada/mill')], 'When someone stars ada/mill'],
  ['an ingredient', [filled('repository', '{{Title}}')], 'When someone stars your repository'],
  ['each user’s value', [filled('repository', null)], 'When someone stars your repository'],
  ['a secret', [filled('repository', 'x', { type: 'secret' })], 'When someone stars your repository'],
  ['an id alone', [filled('repository', '17', { type: 'select', live: true })], 'When someone stars your repository'],
  [
    'a label of an id with a dot',
    [filled('repository', 'git.mill', { type: 'select', live: true, chosen: 'Mill' })],
    'When someone stars Mill',
  ],
  ['a label', [filled('repository', '17', { type: 'select', live: true, chosen: 'Mill' })], 'When someone stars Mill'],
  ['an address', [filled('repository', 'https://shop.example/x')], 'When someone stars your repository'],
  ['a mail address', [filled('repository', 'ada@mill.example')], 'When someone stars your repository'],
  [
    'a host',
    [filled('repository', 'https://www.mill.example/feed', { type: 'url' })],
    'When someone stars mill.example',
  ],
  [
    'an address with a secret',
    [filled('repository', 'https://mill.example/?key=abc', { type: 'url' })],
    'When someone stars your repository',
  ],
  ['a long text', [filled('repository', 'x'.repeat(90))], 'When someone stars your repository'],
])('a proposed name says what is set, or not: %s', (_, fields, name) => {
  expect(proposedName([{ ...trigger, fields }], nothing)).toBe(name)
})

test('a proposed name says days and time, without the zone', () => {
  const fields = [filled('weekdays', '1\n2\n3\n4\n5', { type: 'weekdays' }), filled('time', '07:30', { type: 'time' })]
  const name = proposedName([{ ...clock, fields }, action], nothing)
  expect(name).toBe('Every weekday at 7:30 AM, add a row to a spreadsheet')
})

const ingredients = [
  { name: 'Title', filter_name: 'GitHub.newIssue.Title', label: 'Title', type: 'text' as const },
  { name: 'StarredBy', filter_name: 'GitHub.newIssue.StarredBy', label: 'Starred by', type: 'text' as const },
  { name: 'Weather.now.Degrees', filter_name: 'Weather.now.Degrees', label: 'Degrees', type: 'number' as const },
]
const onlyIf = (ingredient: string, operator: ConditionOperator, value: string): DraftWhen => ({
  kind: 'form',
  match: 'all',
  conditions: [{ ingredient, operator, value }],
})

test.each([
  [onlyIf('GitHub.newIssue.Title', 'contains', 'urgent'), ' with “urgent” in its title'],
  [onlyIf('GitHub.newIssue.StarredBy', 'contains', 'ada'), ' and Starred by contains “ada”'],
  [onlyIf('Weather.now.Degrees', 'less_than', '5'), ' if Degrees is less than “5”'],
  [onlyIf('GitHub.newIssue.Title', 'contains', 'shop.example'), ''],
  [onlyIf('GitHub.newIssue.StarredBy', 'contains', ''), ''],
  [onlyIf('GitHub.newIssue.StarredBy', 'is_empty', ''), ' and Starred by is empty'],
  [{ kind: 'code' as const, code: 'skip()' }, ''],
])('a proposed name has its only condition, %#', (when, words) => {
  const name = proposedName([trigger, action], { when, ingredients })
  expect(name).toBe(`When someone stars your repository${words}, add a row to a spreadsheet`)
})

test('a proposed name is never too long for an Applet', () => {
  const long = { ...trigger, phrase: 'x'.repeat(300) }
  expect(proposedName([long, action], nothing)).toHaveLength(200)
})

test('a public name has no host', () => {
  const fields = [filled('repository', 'https://mill.example/feed', { type: 'url' })]
  expect(proposedName([{ ...trigger, fields }], { ...nothing, isPublic: true })).toBe(
    'When someone stars your repository',
  )
})
