import { expect, test } from 'vitest'
import { proposedName } from './proposed-name.ts'

const trigger = { kind: 'trigger' as const, name: 'New star', phrase: 'someone stars your repository' }
const query = { kind: 'query' as const, name: 'Open issues', phrase: 'the open issues of a repository' }
const action = { kind: 'action' as const, name: 'Add a row', phrase: 'add a row to a spreadsheet' }

test.each([
  [[], 'New Applet'],
  [[trigger], 'When someone stars your repository'],
  [[action], 'Add a row to a spreadsheet'],
  [[trigger, query, action], 'When someone stars your repository, add a row to a spreadsheet'],
  [[trigger, action, action], 'When someone stars your repository, add a row to a spreadsheet and 1 more'],
  [[trigger, action, action, action], 'When someone stars your repository, add a row to a spreadsheet and 2 more'],
  [[{ ...trigger, phrase: 'every day' }, action], 'Every day, add a row to a spreadsheet'],
  [
    [
      { ...trigger, phrase: null },
      { ...action, phrase: null },
    ],
    'New star: add a row',
  ],
  [[trigger, { ...action, phrase: null, name: 'RSS item' }], 'When someone stars your repository, RSS item'],
])('steps propose a name, %#', (steps, name) => {
  expect(proposedName(steps)).toBe(name)
})

test('a proposed name is never too long for an Applet', () => {
  const long = { ...trigger, phrase: 'x'.repeat(300) }
  expect(proposedName([long, action])).toHaveLength(200)
})
