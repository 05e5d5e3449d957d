import { expect, test } from 'vitest'
import { partsOf } from './proposal-parts.fixture.ts'
import { planAlone } from './score/plan-alone.ts'

test.each([
  ['every morning at half seven remind me to run', { time: '07:30' }, []],
  ['at 5 to 9 remind me to run', { time: '08:55' }, ['“5 to 9” as 8:55 AM']],
  ['every quarter on the first day at 9 notify me', { cron: '0 9 1 */3 *' }, []],
  ['every Friday at 4 notify me', { weekday: '5', time: '04:00' }, ['“at 4” as 4:00 AM']],
  ['turn off all lights at midnight', { time: '00:00' }, []],
  ['each Monday at ten past nine notify me', { weekday: '1', time: '09:10' }, ['“ten past nine” as 9:10 AM']],
  ['at quarter to six on weekdays turn off the light', { weekdays: '1\n2\n3\n4\n5', time: '05:45' }, undefined],
  ['Tue + Thu 14:30: notify me', { weekdays: '2\n4', time: '14:30' }, []],
  ['cron 0 6 * * 1-5 → POST https://hooks.acme.dev/warmup', { cron: '0 6 * * 1-5' }, []],
  ['twice a day at 9 and 17 notify me', { cron: '0 9,17 * * *' }, []],
  ['on the 1st and 15th of each month at 9 notify me', { cron: '0 9 1,15 * *' }, []],
])('%s: its times are in the schedule', (sentence, fields, assumed) => {
  const { trigger, assumed: told, unmet } = planAlone(sentence)
  expect([trigger?.fields, unmet]).toEqual([fields, []])
  if (assumed) expect(told).toEqual(assumed)
})

test.each([['A fortnight before my birthday on 12 June, notify me'], ['the day before 12 June notify me']])(
  '%s: no day is taken for another',
  (sentence) => {
    expect(planAlone(sentence).trigger).toBeNull()
  },
)

test('hours outside of which it runs are quiet', () => {
  expect(planAlone('Telegram message arrives outside 9-17 → email me').quiet).toEqual({ from: 540, to: 1020 })
})

test.each([
  ['Put a new page in my Notion database Recipes every time I press the button'],
  ['Forward webhooks to Teams only when status equals failed'],
])('%s: nothing is looked up unasked', (sentence) => {
  expect(planAlone(sentence).queries).toEqual([])
})

test.each([
  ['Mastodon #selfhosting posts without "nsfw" → Discord', 'Mastodon.newPostWithHashtag.PostText contains_not nsfw'],
  [
    'When I get an email with the word invoice in the subject add a row to the sheet Invoices',
    'Email.mailReceived.Subject contains invoice',
  ],
])('%s: the condition keeps its sense', (sentence, condition) => {
  expect(partsOf(sentence)).toMatchObject({ conditions: [condition], unmet: [] })
})

test('an unknown column is named', () => {
  const { conditions, unmet } = partsOf(
    'Email me about new rows in the sheet Bookings, but only if the column Status says paid',
  )
  expect([conditions, unmet]).toEqual([[], ['only if the column Status says paid']])
})

test.each([
  ["Say 'Welcome aboard' on Mastodon when someone follows me", 'mastodon/triggers/new_follower'],
  ['Ping me on ntfy for every new star on my repo', 'github/triggers/new_star'],
  ['Todoist task completed → after 30 minutes message Matrix', 'todoist/triggers/task_completed'],
])('%s: it starts with what was said', (sentence, trigger) => {
  expect(planAlone(sentence).trigger?.id).toBe(trigger)
})

test('a text that tells to do something switches nothing', () => {
  const { actions, texts } = partsOf(
    'Every Friday at 4pm send a message to Teams saying Please tidy up and switch off the screens',
  )
  expect([actions, texts]).toEqual([['teams/actions/post_message'], ['Please tidy up and switch off the screens']])
})

test('the first of two switched things is kept', () => {
  const { actions, unmet } = partsOf(
    'when my sensor changes, switch on the porch light, wait 5 minutes and switch it off',
  )
  expect([actions, unmet]).toEqual([['home_assistant/actions/turn_on'], ['wait 5 minutes and switch it off']])
})
