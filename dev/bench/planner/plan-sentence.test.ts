import { expect, test } from 'vitest'
import { planAlone } from './plan-alone.ts'

/** The parts of a proposal in one line each. */
function partsOf(sentence: string) {
  const { trigger, actions, conditions, wait, min_gap, quiet, unmet, language } = planAlone(sentence)
  return {
    trigger: trigger && [trigger.id, trigger.fields],
    actions: actions.map(({ id }) => id),
    texts: actions.flatMap(({ fields }) => Object.values(fields)).filter((value) => !value.includes('{{')),
    conditions: conditions?.conditions.map((each) => `${each.ingredient} ${each.operator} ${each.value}`) ?? [],
    wait,
    min_gap,
    quiet,
    unmet,
    language,
  }
}

test.each([
  ['delete all my emails every night', ['delete all my emails']],
  ['unfollow everyone who mentions me on Mastodon every day', ['unfollow everyone who mentions me on Mastodon']],
  ['set the heating to 21 every evening', ['set', 'heating to 21']],
  ['when it rains tomorrow, email my boss', ['email my boss']],
])('%s: no action does another thing', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ actions: [], unmet })
})

test.each([
  ["every Friday at 17:00 post 'have a nice weekend' to Slack", 'have a nice weekend'],
  ['every day at 9 post "Monday, 8:00: don\'t forget" to Slack', "Monday, 8:00: don't forget"],
  ['When I press the button, send a message to Telegram saying I am on my way', 'I am on my way'],
  ['Send me a notification that says Close the windows when the sun sets', 'Close the windows'],
  ["every morning notify me that it's time to get up", "it's time to get up"],
  ['remind me every day at 22:00 to lock the door', 'lock the door'],
])('%s: the text is what was said', (sentence, text) => {
  expect(partsOf(sentence)).toMatchObject({ texts: [text], unmet: [] })
})

test.each([
  ['when my site is down, notify me, but not at night', { quiet: { from: 1320, to: 420 } }],
  ['when my site is down, notify me, only between 9 and 17', { quiet: { from: 1020, to: 540 } }],
  ['when my site is down, notify me at most once a day', { min_gap: 86_400 }],
  ['when my site is down, wait an hour and notify me', { wait: '01:00:00' }],
  ['10 minutes after sunset turn on the lights', { wait: '00:10:00' }],
  ['email me new GitHub releases only on saturdays', { conditions: ['Schedule.now.Weekday is Saturday'] }],
  [
    'send new posts of @nasa on Bluesky that mention rust to Discord',
    { conditions: ['Bluesky.newPostBy.PostText contains rust'] },
  ],
  [
    'every day except sunday at 8 notify me',
    { trigger: ['schedule/triggers/every_weekday', { time: '08:00', weekdays: '1\n2\n3\n4\n5\n6' }] },
  ],
])('%s: what limits it is in the draft', (sentence, parts) => {
  expect(partsOf(sentence)).toMatchObject({ ...parts, unmet: [] })
})

test.each([
  ['every second Tuesday remind me to put out the bins', 'every second Tuesday'],
  ['on the last day of the month remind me to pay the rent', 'on the last day of the month'],
  ['tomorrow at 8 remind me to call the dentist', 'tomorrow at 8'],
  ['twice a day remind me to stretch', 'twice a day'],
])('%s: no schedule rounds it', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: null, unmet: [unmet] })
})

test('a time of day that nobody said is left to the form', () => {
  expect(partsOf('every monday remind me to stretch').trigger).toEqual([
    'schedule/triggers/every_week',
    { weekday: '1' },
  ])
})

test('what comes after a wait in the middle is named', () => {
  const parts = partsOf('When I press the button turn on the fan, wait 10 minutes, then turn off the fan')
  expect(parts).toMatchObject({
    actions: ['home_assistant/actions/turn_on'],
    wait: null,
    unmet: ['wait 10 minutes, then turn off the fan'],
  })
})

test.each([
  ['call https://example.com/ping every 10 minutes', { url: 'https://example.com/ping' }],
  [
    'when a GitHub issue is opened, post it to https://example.com:8080/hook',
    { url: 'https://example.com:8080/hook', method: 'POST' },
  ],
])('%s: Webhooks calls the address', (sentence, fields) => {
  expect(planAlone(sentence)).toMatchObject({ actions: [{ id: 'webhooks/actions/make_request', fields }], unmet: [] })
})

test.each([
  ['Wenn es morgen regnet, schick mir eine Nachricht', 'German'],
  ['Quand il pleut demain, envoie-moi un mail', 'French'],
  ['每天早上8点给我发天气', 'Chinese'],
])('%s: its language is said, and no step', (sentence, language) => {
  expect(partsOf(sentence)).toMatchObject({ language, trigger: null, actions: [] })
})

test('a text of another language in quotes stays a text', () => {
  expect(partsOf('every friday post "Schönes Wochenende an alle in der Firma" to Slack').language).toBeNull()
})
