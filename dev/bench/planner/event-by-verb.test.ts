import { expect, test } from 'vitest'
import { partsOf } from './proposal-parts.fixture.ts'

test.each([
  ['email me cards that I finish in trello'],
  ['Keep each toot I cherish in airtable'],
  ['when a linear project is finished, tell me on slack'],
  ['delete every email older than a year'],
])('%s: no event of another sense starts it', (sentence) => {
  const { trigger, conditions, texts } = partsOf(sentence)
  expect([trigger, conditions, texts]).toEqual([null, [], []])
})

test.each([
  ['put every task I finish into airtable', 'todoist/triggers/task_completed'],
  ['when a linear issue gets done post to slack', 'linear/triggers/issue_completed'],
  ['put each record I edit in airtable into a google sheet', 'airtable/triggers/updated_record'],
  ['when my blog is offline email me', 'site_watch/triggers/down'],
  ['forward every zulip message I get to telegram', 'zulip/triggers/new_message'],
  ['send every mail to my notion database', 'email/triggers/mail_received'],
  ['everytime a card is moved, email me', 'trello/triggers/card_moved'],
  ['when my github repo gets a new star, email me', 'github/triggers/new_star'],
  ['copy the link of each new post into a google sheet', 'wordpress/triggers/new_post'],
  ['the moment a page is added to notion tell me', 'notion/triggers/new_page'],
])('%s: the verb chooses the event', (sentence, id) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: [id, {}], unmet: [] })
})

test.each([
  ['wehn i press the button, notfy me', 'button/triggers/pressed', 'notifications/actions/send'],
  ['evrytime a new trelo card is added post it to slak', 'trello/triggers/new_card', 'slack/actions/post_message'],
  ['sedn new github relaeses to discrod', 'github/triggers/new_release', 'discord/actions/post_message'],
  [
    'when a mastadon follower comes, message telegran',
    'mastodon/triggers/new_follower',
    'telegram/actions/send_message',
  ],
])('%s: a mistyped word is understood', (sentence, trigger, action) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: [trigger, {}], actions: [action], unmet: [] })
})

test('a word that is like two services is neither', () => {
  expect(partsOf('when an issue is opened on githab post it to slack').unmet).toEqual(['githab'])
})

test.each([
  ['if it drops below 2 degrees in Gent, email me', 'colder_than', { location: 'Gent', degrees: '2' }],
  ["if it's below 0 outside text me", 'colder_than', { degrees: '0' }],
  ['when the temperature in Rome climbs over 35 text me', 'warmer_than', { location: 'Rome', degrees: '35' }],
  ['if the temperature in Oslo falls below -15, notify me', 'colder_than', { location: 'Oslo', degrees: '-15' }],
  ['when the wind is above 12 tell me', 'wind_above', { speed: '12' }],
  ["when it's going to rain tomorrow ping me", 'rain_tomorrow', {}],
  ['if rain is expected tomorrow in Gent email me', 'rain_tomorrow', { location: 'Gent' }],
])('%s: the weather is measured', (sentence, slug, fields) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: [`weather/triggers/${slug}`, fields], unmet: [] })
})

test.each([
  ['when the wind is below 10 tell me', 'when the wind is below 10'],
  ['when the temperature hits 30 text me', 'when the temperature hits 30'],
  ['when the counter coffee drops below 3 text me', 'when the counter coffee drops below 3'],
])('%s: no other way is taken', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: null, unmet: [unmet] })
})

test.each([
  ['15 minutes before my meeting starts send me a notification', []],
  ['5 minutes before my event called standup begins, notify me', ['GoogleCalendar.eventStartingSoon.Title is standup']],
])('%s: it starts ahead of the event', (sentence, conditions) => {
  const { trigger, ...parts } = partsOf(sentence)
  expect(trigger?.[0]).toBe('google_calendar/triggers/event_starting_soon')
  expect(parts).toMatchObject({ conditions, unmet: [] })
})
