import { expect, test } from 'vitest'
import { planAlone } from './score/plan-alone.ts'

test.each([
  ['purge the notion database each monday', 'purge the notion database'],
  ['every day at 9 zap the airtable base', 'zap the airtable base'],
  ['when I press the button, ditch the slack channel', 'ditch the slack channel'],
  ['when a new row is added to my sheet email them a thank you', 'email them a thank you'],
])('%s: a deed that nobody knows is named whole', (sentence, unmet) => {
  expect(planAlone(sentence)).toMatchObject({ trigger: expect.anything(), actions: [], unmet: [unmet] })
})

test('a wait before the last deed moves to no other', () => {
  const { actions, wait, unmet } = planAlone('when the sun sets, email me and wait 20 minutes before posting in slack')
  expect([actions.map(({ id }) => id), wait, unmet]).toEqual([
    ['email/actions/send_me'],
    null,
    ['and wait 20 minutes before posting in slack'],
  ])
})
