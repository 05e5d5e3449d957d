import { expect, test } from 'vitest'
import { planAlone } from './score/plan-alone.ts'

test.each([
  ['notify me in the evening if the wind is above 12'],
  ['if it is colder than 3 degrees notify me in the morning'],
])('%s: the time of day starts it', (sentence) => {
  expect(planAlone(sentence)).toMatchObject({ trigger: { id: 'schedule/triggers/every_day' }, unmet: [] })
})

test.each([
  ['notify me when I get home', 'when I get home'],
  ['when everybody has left, email me', 'when everybody has left'],
])('%s: no change of state stands for it', (sentence, unmet) => {
  expect(planAlone(sentence)).toMatchObject({ trigger: null, unmet: [unmet] })
})

test.each([
  ['when I come back from work notify me', null],
  ['when I come back home notify me', null],
  ['notify me when my server is back', 'site_watch/triggers/up'],
  ['when our web page comes back online notify me', 'site_watch/triggers/up'],
])('%s: only a site comes back', (sentence, id) => {
  expect(planAlone(sentence).trigger?.id ?? null).toBe(id)
})

test('what is to be made is not looked up', () => {
  const { queries, actions } = planAlone('every monday add a task and also email me')
  expect([queries, actions.map(({ id }) => id)]).toEqual([[], ['todoist/actions/add_task', 'email/actions/send_me']])
})

test("tomorrow's rain is not today's", () => {
  const { conditions, unmet } = planAlone('if it rains tomorrow, remind me in the evening to take an umbrella')
  expect([conditions, unmet]).toEqual([null, ['if it rains tomorrow']])
})

test('going away from a service starts nothing', () => {
  expect(planAlone('send me a notification whenever I log out')).toMatchObject({
    trigger: null,
    unmet: ['whenever I log out'],
  })
})

test('a star on a repository happens', () => {
  expect(planAlone('star on my repo ada/kite, then send me an email').trigger).toEqual({
    id: 'github/triggers/new_star',
    fields: { repository: 'ada/kite' },
  })
})

test('what is looked up at sunrise is not part of it', () => {
  expect(planAlone('at sunrise get the current weather in Lisbon, send it to Telegram')).toMatchObject({
    trigger: { id: 'weather/triggers/sunrise' },
    queries: [{ id: 'weather/queries/current_weather' }],
  })
})

test('an address starts what watches one, however its field is called', () => {
  expect(planAlone('if my site https://kiln.example goes down email me').trigger).toEqual({
    id: 'site_watch/triggers/down',
    fields: { address: 'https://kiln.example' },
  })
})

test.each(['email me daily at sunrise in Porto', 'at sunrise in Porto each day, email me'])(
  '%s: the sun has a time of its own',
  (sentence) => {
    expect(planAlone(sentence)).toMatchObject({
      trigger: { id: 'weather/triggers/sunrise', fields: { location: 'Porto' } },
      unmet: [],
    })
  },
)
