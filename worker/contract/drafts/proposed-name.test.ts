import { expect, test } from 'vitest'
import { proposedName } from './proposed-name.ts'

const trigger = { kind: 'trigger' as const, name: 'New star' }
const action = { kind: 'action' as const, name: 'Add a row' }

test.each([
  [[], 'New Applet'],
  [[trigger], 'If new star'],
  [[action], 'Then add a row'],
  [[trigger, { kind: 'query' as const, name: 'Open issues' }, action], 'If new star, then add a row'],
  [[trigger, action, action, action], 'If new star, then add a row and 2 more'],
  [[{ ...trigger, name: 'RSS item' }, action], 'If RSS item, then add a row'],
  [[{ ...trigger, name: 'Every day at' }, action], 'If every day, then add a row'],
  [[{ ...trigger, name: 'Every month on the' }], 'If every month'],
  [[trigger, { ...action, name: 'Turn lights on' }], 'If new star, then turn lights on'],
])('steps propose a name, %#', (steps, name) => {
  expect(proposedName(steps)).toBe(name)
})

test('a proposed name is never too long for an Applet', () => {
  const long = { ...trigger, name: `When ${'x'.repeat(300)}` }
  expect(proposedName([long, action])).toHaveLength(200)
})
