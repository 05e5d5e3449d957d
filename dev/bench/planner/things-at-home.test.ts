import { expect, test } from 'vitest'
import { planAlone } from './score/plan-alone.ts'

test.each([
  ['whenever the back door opens ping me', 'state_changed', { to: 'on' }, 'back door', '“opens” as “on”'],
  ['when the window is closed email me', 'state_changed', { to: 'off' }, 'window', '“is closed” as “off”'],
  ['when the blinds close, email me', 'state_changed', null, '', ''],
  ['if the hall motion is detected ping me', 'state_changed', { to: 'on' }, 'hall motion', '“is detected” as “on”'],
  [
    'when the front door unlocks notify me',
    'state_changed',
    { to: 'unlocked' },
    'front door',
    '“unlocks” as “unlocked”',
  ],
  ['when the washing machine goes idle notify me', 'state_changed', { to: 'idle' }, 'washing machine', ''],
  ['if the water leak sensor turns on email me', 'state_changed', { to: 'on' }, 'water leak sensor', ''],
  ['if the greenhouse drops under 5 degrees email me', 'state_below', { limit: '5' }, 'greenhouse', ''],
  ['when the freezer goes above -12 text me', 'state_above', { limit: '-12' }, 'freezer', ''],
] as const)('%s: the thing and its state are read', (sentence, slug, fields, entity, assumed) => {
  const plan = planAlone(sentence)
  expect([plan.trigger, plan.assumed.join()]).toEqual([
    fields && { id: `home_assistant/triggers/${slug}`, fields, said: { entity } },
    assumed,
  ])
  expect(plan.unmet).toEqual(fields ? [] : ['when the blinds close'])
})

test.each([
  ['at sunset close the blinds', 'call_service', { service: 'cover.close_cover' }, 'blinds'],
  ['at sunrise open the living room curtains', 'call_service', { service: 'cover.open_cover' }, 'living room curtains'],
  ['at 10pm lock the front door', 'call_service', { service: 'lock.lock' }, 'front door'],
  ['at 9 switch on the dehumidifier', 'turn_on', {}, 'dehumidifier'],
  ['at 5pm turn the christmas tree on', 'turn_on', {}, 'christmas tree'],
  ['at 11pm turn off all the lights', 'turn_off', {}, 'all the lights'],
])('%s: what is done at home is read', (sentence, slug, fields, entity) => {
  const { actions, unmet } = planAlone(sentence)
  expect([actions, unmet]).toEqual([[{ id: `home_assistant/actions/${slug}`, fields, said: { entity } }], []])
})

test.each([
  ['when the market opens email me', 'when the market opens'],
  ['when the queue rises above 50 text me', 'when the queue rises above 50'],
])('%s: no thing at home stands for it', (sentence, unmet) => {
  expect(planAlone(sentence)).toMatchObject({ trigger: null, unmet: [unmet] })
})

test('what is turned off after a wait is named', () => {
  const { wait, unmet } = planAlone('at sunrise open the blinds and half an hour later turn off the porch light')
  expect([wait, unmet]).toEqual([null, ['half an hour later turn off the porch light']])
})

test('the state of another thing is not its own', () => {
  expect(planAlone('when the bedroom window opens and the fan is off, email me')).toMatchObject({
    trigger: { said: { entity: 'bedroom window' } },
    conditions: null,
    unmet: ['the fan is off'],
  })
})
