import { expect, test } from 'vitest'
import { partsOf } from './proposal-parts.fixture.ts'
import { planAlone } from './score/plan-alone.ts'

test.each([
  ['when my site is down, notify me, but not at night', { quiet: { from: 1320, to: 420 } }],
  ['when my site is down, notify me, only between 9 and 17', { quiet: { from: 1020, to: 540 } }],
  ['when my site is down, notify me at most once a day', { min_gap: 86_400 }],
  ['when a new card comes in on Trello after 8pm text me', { quiet: { from: 0, to: 1200 } }],
  ['when my site is down, wait an hour and notify me', { wait: '01:00:00' }],
  ['when my site is down, wait one hour, then notify me', { wait: '01:00:00', min_gap: null }],
  ['10 minutes after sunset notify me', { wait: '00:10:00' }],
  ...['not at weekends', 'never over the weekend', 'excluding weekends', 'no weekends'].map(
    (days): [string, object] => [
      `message me on Telegram new GitLab merge requests, ${days}`,
      { conditions: ['Schedule.now.Weekday is_not Sunday', 'Schedule.now.Weekday is_not Saturday'] },
    ],
  ),
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
  ['on the last Friday of the month remind me to pay the rent', 'on the last Friday of the month'],
  ['quarterly remind me to file the return', 'quarterly'],
  ['on the 1st and the 15th remind me to pay', 'on the 1st and the 15th'],
  ['tomorrow at 8 remind me to call the dentist', 'tomorrow at 8'],
  ['remind me to call the dentist at 9 tmrw', '9 tmrw'],
  ['friday 9am remind me to pay', 'friday 9am remind me to "pay"'],
  ['every leap day at midnight remind me to pay', 'every leap day at midnight remind me to "pay"'],
  ['remind me to call the dentist at 9 on school days', '9 on school days'],
  ['twice a day remind me to stretch', 'twice a day'],
])('%s: no schedule rounds it', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: null, unmet: [unmet] })
})

test('an evening between two hours names them', () => {
  expect(partsOf('Every evening between 6 and 8 post "open hours" in Slack')).toMatchObject({
    quiet: null,
    unmet: ['between 6 and 8'],
  })
})

test('a night between two hours has no other hour', () => {
  expect(partsOf('every night between 2 and 4 send me an email')).toMatchObject({
    trigger: ['schedule/triggers/every_day', {}],
    quiet: { from: 240, to: 120 },
    unmet: [],
  })
  expect(planAlone('every night between 2 and 4 send me an email').trigger?.fields).toEqual({})
})

test.each([
  ['button: slack message "lunch", 30 minutes later slack message "work"', '30 minutes later slack message "work"'],
  ['New GitHub release? Post it to Slack, after 2 hours to Discord', 'after 2 hours to Discord'],
])('%s: a wait between two deeds holds up neither', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ wait: null, actions: [expect.anything()], unmet: [unmet] })
})

test('a time after which it runs is told to end at midnight', () => {
  expect(planAlone('when my site is down after 11pm, notify me')).toMatchObject({
    quiet: { from: 0, to: 1380 },
    assumed: ['“after 11pm” as until midnight'],
  })
})
