import { expect, test } from 'vitest'
import { matchSaid } from './match-said.ts'

const labels = (...each: string[]) => each.map((label, at) => ({ label, value: `id${at}` }))

test.each<[string, string[], string | null]>([
  ['Work', ['Inbox', 'Work'], 'Work'],
  ['#sales', ['general', 'Sales'], 'Sales'],
  ['sales', ['#sales', '#sales-archive'], '#sales'],
  ['the Groceries board', ['Groceries', 'Home'], 'Groceries'],
  ['Work', ['Work list', 'Home list'], 'Work list'],
  ['Work', ['Work', 'The work list'], 'Work'],
  ['site', ['acme/site', 'acme/shop'], 'acme/site'],
  ['living room lamp', ['Living Room Floor Lamp', 'Living room fan', 'Hall lamp'], 'Living Room Floor Lamp'],
  ['fan in the greenhouse', ['Greenhouse fan', 'Kitchen fan'], 'Greenhouse fan'],
  ['lights', ['Porch light', 'Heater'], 'Porch light'],
  ['lights', ['Porch light', 'Hall light'], null],
  ['Work', ['Work', 'work'], null],
  ['Work', ['Networking', 'Home'], null],
  ['#', ['a', 'b'], null],
  ['Work', [], null],
])('of %s in %j it is %s', (said, listed, meant) => {
  expect(matchSaid(said, labels(...listed))?.label ?? null).toBe(meant)
})

test('a value is meant as much as its label', () => {
  const options = [
    { label: 'Site', value: 'acme/site' },
    { label: 'Site', value: 'octo/site' },
  ]
  expect(matchSaid('octo/site', options)).toBe(options[1])
})
