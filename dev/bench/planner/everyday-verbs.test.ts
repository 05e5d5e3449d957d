import { expect, test } from 'vitest'
import { partsOf } from './proposal-parts.fixture.ts'
import { answerOf } from './score/answer.ts'
import { planAlone, sliceFor } from './score/plan-alone.ts'

test.each([
  ['when somebody comments on my blog, ping my phone', 'notifications/actions/send'],
  ['let my phone know when it rains tomorrow in Leeds', 'notifications/actions/send'],
  ['if it rains tomorrow in Leeds, drop me a notification', 'notifications/actions/send'],
  ["I'd like a Slack message each time a card is added in Trello", 'slack/actions/post_message'],
  ['I would like a message on my phone when I press the button', 'notifications/actions/send'],
  ['if https://www.school.org goes down I want to know straight away by email', 'email/actions/send_me'],
  ['pop a row into my spreadsheet whenever an email comes in', 'google_sheets/actions/add_row'],
  ['stick a task in Todoist whenever somebody opens an issue on GitLab', 'todoist/actions/add_task'],
  ['When I press the button, start a new GitHub issue', 'github/actions/create_issue'],
  ['mirror my Mastodon posts to Bluesky', 'bluesky/actions/post'],
  ['forward mastodon mentions to my phone', 'notifications/actions/send'],
  ['put new WordPress posts on Bluesky', 'bluesky/actions/post'],
])('%s: an everyday verb is read', (sentence, id) => {
  const { actions, unmet } = partsOf(sentence)
  expect([actions, unmet]).toEqual([[id], []])
})

test.each([
  ['Hello, please send me an email when I press the button. Thank you so much!'],
  ['Save each new comment on my WordPress site to a Google sheet'],
  ['Anything I favorite on Mastodon should be kept in a Google Sheet'],
  ['Send a push notification reading "Kettle on?" every weekday at 3pm'],
  ['When I press the button, both notify my phone and email me'],
  ['post "New: {{title}}" on Bluesky whenever there is a new post on WordPress'],
  ["When there's a new article in the BBC feed https://feeds.bbci.co.uk/news/rss.xml, email me"],
])('%s: no word that is used is named', (sentence) => {
  expect(partsOf(sentence).unmet).toEqual([])
})

test.each([
  ['purge a row in my spreadsheet when I press the button', 'purge a row in my spreadsheet'],
  ['when my phone is low on battery, email me', 'when my phone is low on battery'],
])('%s: what is not read is named', (sentence, part) => {
  expect(partsOf(sentence).unmet).toEqual([part])
})

test.each([
  ['every weekday at half past five send a notification to my phone to go home', 'go home'],
  ['When I press the button, send me a notification that the tea is ready', 'the tea is ready'],
  ['At 8pm on weekdays send me an email to lock the shed', 'lock the shed'],
  ['On the first of every month, create a Todoist task to do the books', 'do the books'],
  ["Discord, on each new star of acme/cli: 'Another star'", 'Another star'],
  ['reply to new comments on my WordPress blog with "Thanks"', 'Thanks'],
])('%s: the text is read where it stands', (sentence, text) => {
  const { texts, conditions, unmet } = partsOf(sentence)
  expect([texts.includes(text), conditions, unmet]).toEqual([true, [], []])
})

test.each([
  ['send an email to everybody when I press the button', ['everybody']],
  ['when I press the button add a task to the Inbox', []],
])('%s: a person or a place makes no text', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ texts: [], unmet })
})

test.each([
  ['Log every new star on acme/cli to a Google Sheet', { repository: 'acme/cli' }],
  ['Pipe new commits of acme/infra into Telegram', { repository: 'acme/infra' }],
  [
    'keep an eye on the page https://a.org/list and email me when anything on it changes',
    { address: 'https://a.org/list' },
  ],
  ['feed https://acme.dev/rss: wait an hour after each new item, then toot it', { feed_url: 'https://acme.dev/rss' }],
])('%s: the event happens at what stands beside it', (sentence, fields) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: [expect.any(String), fields], unmet: [] })
})

test.each([
  [
    'When a task is completed in Todoist, add a row to the sheet Done and a page to Notion',
    ['google_sheets', 'notion'],
  ],
  ['Release of acme/cli -> toot + Bluesky + Telegram', ['mastodon', 'bluesky', 'telegram']],
  ['When I press the button turn off the lamp and the fan', ['home_assistant', 'home_assistant']],
  ['When a Linear issue is created, create a Todoist task as well as a GitLab issue', ['todoist', 'gitlab']],
])('%s: objects in a row share the verb', (sentence, services) => {
  const { actions, unmet } = partsOf(sentence)
  expect([actions.map((id) => id.split('/')[0]), unmet]).toEqual([services, []])
})

test('a label and a comment go to the issue that started it', () => {
  const { actions } = planAlone('New issue in acme/api: label it triage, comment "On it"')
  const place = { repository: 'acme/api', number: '{{IssueNumber}}' }
  expect(actions.map(({ fields }) => fields)).toEqual([
    { ...place, label: 'triage' },
    { ...place, body: 'On it' },
  ])
})

test('the month after a day makes no text', () => {
  expect(partsOf('remind me by email every year on the 14th of March, it is a birthday')).toMatchObject({
    trigger: ['schedule/triggers/every_year', { month: '3', day: '14' }],
    texts: [],
  })
})

test('a question gets no steps to choose from', () => {
  const question = "what's the difference between a webhook and an API?"
  expect(answerOf(planAlone(question), sliceFor(question)).offered).toEqual([])
})

test('a comment goes to the issue that started it, on GitLab too', () => {
  const { actions } = planAlone('when a new issue in GitLab comes, comment on it "Thanks"')
  expect(actions[0]?.fields).toEqual({ issue: '{{Number}}', comment: 'Thanks' })
})

test('a star on my repo is one that it gets', () => {
  expect(partsOf('Star on my repo? Buzz me via ntfy').trigger).toEqual(['github/triggers/new_star', {}])
})

test('an address behind the sentence makes no second mail', () => {
  const { actions, unmet } = partsOf("email me if my website goes offline? It's www.bakery.co.uk")
  expect([actions, unmet]).toEqual([['email/actions/send_me'], []])
})

test.each([
  ['when I press the button let the hiring team know in Microsoft Teams', 'teams', 'hiring team'],
  ['when it rains tomorrow warn the events team on Slack', 'slack', 'events team'],
  ['when I press the button message the sales team on Teams', 'teams', 'sales team'],
  ['let me know on Telegram about new GitHub issues labelled bug', 'telegram', 'labelled bug'],
])('%s: who is told at a service is named', (sentence, service, unmet) => {
  const { actions, unmet: left } = partsOf(sentence)
  expect([actions.map((id) => id.split('/')[0]), left]).toEqual([[service], [unmet]])
})

test.each([
  ['message Ann on Telegram when I press the button', 'message Ann on Telegram'],
  ['when I press the button, tell the team', 'tell the team'],
])('%s: a message to a service tells nobody else', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ actions: [], unmet: [unmet] })
})

test.each([
  ["tell me if our school's page https://oak.example/news changes"],
  ['If the price page of our supplier at https://supplier.example/prices changes, kindly email me'],
  ['when a telegram message in our family group contains dinner, email me'],
  ['send "Back soon" to Slack when I push my button'],
  ['email me when a new star is given to acme/website'],
  ['when our website stops answering email me'],
  ["if it'll be rainy tomorrow in Bath email me"],
  ['fifteen minutes before a calendar event starts, send me a Telegram'],
])('%s: nothing is left over', (sentence) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: expect.anything(), actions: [expect.anything()], unmet: [] })
})

test('an adjective of the site is named', () => {
  expect(partsOf('email me whenever our shop website goes down')).toMatchObject({
    trigger: ['site_watch/triggers/down', {}],
    unmet: ['shop'],
  })
})

test('"opened" tells nobody to open one', () => {
  expect(partsOf('GitLab: merge request opened, ping the reviews channel in Zulip').actions).not.toContain(
    'gitlab/actions/create_issue',
  )
})

test("a post at a feed's address is an item of it", () => {
  expect(partsOf('put every new post from https://www.gardens.example/feed in my todoist')).toMatchObject({
    trigger: ['feeds/triggers/new_item', { feed_url: 'https://www.gardens.example/feed' }],
    actions: ['todoist/actions/add_task'],
    unmet: [],
  })
})

test('what a post is about describes no address', () => {
  expect(partsOf('email me each new post about python from the blog https://acme.example').unmet.join()).toContain(
    'python',
  )
})
