import { expect, test } from 'vitest'
import { answerOf } from './score/answer.ts'
import { planAlone, sliceFor } from './score/plan-alone.ts'

const stepsOf = (sentence: string) => {
  const { trigger, actions, unmet } = planAlone(sentence)
  return [trigger?.id ?? null, actions.map(({ id }) => id), unmet]
}

test.each([
  ['when the dryer finishes, text me', 'when the dryer finishes'],
  ['when I get a new subscriber on Mastodon, text me', 'when I get a new subscriber on Mastodon'],
  ['when a.bsky.example posts, text me', 'when a.bsky.example posts'],
  ['when I finish my workout, text me', 'when I finish my workout'],
  ['when it gets warmer than 25 in the living room, text me', 'when it gets warmer than 25 in the living room'],
  ['when my account balance falls below zero, text me', 'when my account balance falls below zero'],
  ['when a card is added to Trello brew "tea"', 'when a card is added to Trello brew "tea"'],
  ['when somebody presses the webhook, text me', 'when somebody presses the webhook'],
  ['when the oven goes above 200 degrees, text me', 'when the oven goes above 200 degrees'],
  [
    'when a row in my sheet has a quantity lower than 10, email me',
    'when a row in my sheet has a quantity lower than 10',
  ],
  [
    'when a merge request is opened in gitlab or a pull request in acme/web, text me',
    'when a merge request is opened in gitlab or a pull request in acme/web',
  ],
])('%s: an event with words of another is none', (sentence, unmet) => {
  expect(planAlone(sentence)).toMatchObject({ trigger: null, unmet: [unmet] })
})

test.each([
  ['I press the button and the garage door in Home Assistant closes', 'the garage door in Home Assistant closes'],
  ['when I press the button, post it to Slack but skip the old ones', 'post it to Slack but skip the old ones'],
  ['when I press the button, post to Mastodon in the Growth spreadsheet', 'post to Mastodon in the Growth spreadsheet'],
  ['forward ntfy messages with priority 5 to Pushover', 'forward with priority 5 to Pushover'],
  ['every Monday at 7 get the weather and the events of today', 'weather and the events of today'],
  ['every Monday at 8 send me an email reminding me to sweep', 'send me an email reminding me to "sweep"'],
])('%s: a deed with words of another is none', (sentence, unmet) => {
  expect(planAlone(sentence)).toMatchObject({ trigger: expect.anything(), actions: [], unmet: [unmet] })
})

test('what a deed says of its own thing leaves it', () => {
  expect(stepsOf('flash the lamps when I press the button')).toEqual([
    'button/triggers/pressed',
    ['home_assistant/actions/call_service'],
    ['flash'],
  ])
})

test.each([
  ['send me new comments on our WordPress site', 'wordpress/triggers/new_comment', 'notifications/actions/send'],
  ['when the webhook fires send a mail through Gmail', 'webhooks/triggers/web_request', 'gmail/actions/send_email'],
  ['new row in Orders sheet: send me a push', 'google_sheets/triggers/new_row', 'notifications/actions/send'],
  ['I want a Notion page for each email that comes in', 'email/triggers/mail_received', 'notion/actions/add_page'],
  [
    'An event was added to my Google Calendar? Write it to Teams',
    'google_calendar/triggers/new_event',
    'teams/actions/post_message',
  ],
  ['Someone reacts to a message in Matrix? Notify me', 'matrix/triggers/new_reaction', 'notifications/actions/send'],
  ['star on octo/tools: count it in my store', 'github/triggers/new_star', 'store/actions/count'],
  ['Pass every new Zulip mention on weekdays to ntfy', 'zulip/triggers/new_mention', 'ntfy/actions/publish'],
  ['At sunrise each day, post "Hi" to Mastodon', 'weather/triggers/sunrise', 'mastodon/actions/post'],
  [
    'When a new star appears on my repo, DM me on Zulip',
    'github/triggers/new_star',
    'zulip/actions/send_direct_message',
  ],
  ['When a new star appears on my repo, toot "Hi"', 'github/triggers/new_star', 'mastodon/actions/post'],
  [
    'Every first of the month write "Hi" into my Notion page',
    'schedule/triggers/every_month',
    'notion/actions/append_text',
  ],
])('%s: each part is what it is said to be', (sentence, trigger, action) => {
  expect(stepsOf(sentence).slice(0, 2)).toEqual([trigger, [action]])
})

test.each([
  ['Remind me by push in three weeks to renew the domain', 'three weeks'],
  ['On the 1st and the 15th, notify me', 'On the 1st and the 15th'],
  ['Approve every request that comes in through Workday', 'Approve every request that comes in through Workday'],
])('%s: no rhythm and no event stand for it', (sentence, unmet) => {
  expect(planAlone(sentence)).toMatchObject({ trigger: null, unmet: [unmet] })
})

test('a verb that looks alone looks up nothing', () => {
  const { queries, unmet } = planAlone('every evening at 9 find my open Todoist tasks and email them to me')
  expect([queries.map(({ id }) => id), unmet]).toEqual([['todoist/queries/open_tasks'], ['find']])
})

test('what comes from a service comes from no other', () => {
  expect(planAlone('Forward messages from our Telegram group that mention "hi" to my email').trigger).toBeNull()
})

test('a question asks for no steps', () => {
  const question = 'Can you tell me how many vacation days I have left?'
  expect(answerOf(planAlone(question), sliceFor(question))).toMatchObject({
    offered: [],
    unmet: [question.slice(0, -1)],
  })
})

test('"or" before a further condition is any of both', () => {
  const { conditions } = planAlone('If a mail arrives from a@b.org or with "invoice" in the subject, notify me')
  expect(conditions?.match).toBe('any')
})

test('mails from somebody are told apart', () => {
  const { conditions, unmet } = planAlone('Tell me about emails from a@b.org by push notification')
  expect([conditions?.conditions, unmet]).toEqual([
    [{ ingredient: 'Email.mailReceived.From', operator: 'contains', value: 'a@b.org' }],
    [],
  ])
})

test.each(['ping', 'fetch'])('to %s an address gets it', (verb) => {
  const { actions, assumed } = planAlone(`every 5 minutes ${verb} https://shop.example/health`)
  expect([actions[0]?.fields, assumed]).toEqual([
    { url: 'https://shop.example/health', method: 'GET' },
    [`“${verb}” as GET`],
  ])
})

test('a shop website is a website', () => {
  expect(stepsOf('email me whenever our shop website goes down')).toEqual([
    'site_watch/triggers/down',
    ['email/actions/send_me'],
    ['shop'],
  ])
})

test('a link that is shared is shared by all', () => {
  const { actions } = planAlone('for each new WordPress post, share the link on Mastodon and on Bluesky')
  expect(actions.map(({ fields }) => fields['text'])).toEqual(['{{PostUrl}}', '{{PostUrl}}'])
})

test('what is done to a thing that is just made is named', () => {
  expect(planAlone('New Linear issue -> create a Trello card, comment "seen" on it').unmet).toEqual([
    'comment "seen" on it',
  ])
})

test('no text shows who may see a post', () => {
  const { actions } = planAlone('post my new Mastodon toots to Bluesky')
  expect(actions[0]?.fields['text']).not.toMatch(/Visibility|ContentWarning/)
})

test('of what rises, no wind is offered', () => {
  const sentence = 'when the load of my server exceeds 90, notify me'
  expect(answerOf(planAlone(sentence), sliceFor(sentence)).offered).not.toContain('weather/triggers/wind_above')
})
