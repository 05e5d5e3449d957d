import { expect, test } from 'vitest'
import { partsOf } from './proposal-parts.fixture.ts'
import { planAlone } from './score/plan-alone.ts'

test.each([
  ['purge the notion database each monday', 'purge the notion database'],
  ['every day at 9 update the Deals page in Notion', 'update the Deals page in Notion'],
  ['every day at 9 zap the airtable base', 'zap the airtable base'],
  ['when I press the button, ditch the slack channel', 'ditch the slack channel'],
  ['when a new row is added to my sheet email them a thank you', 'email them a thank you'],
])('%s: a deed that nobody knows is named whole', (sentence, unmet) => {
  expect(planAlone(sentence)).toMatchObject({ trigger: expect.anything(), actions: [], unmet: [unmet] })
})

test.each([
  [
    'when I press the button post to Slack that I am out, wait 30 minutes, then email me',
    'wait 30 minutes, then email me',
  ],
  ['new Google Sheets row: email me unless the column Status is Paid', 'unless the column Status is Paid'],
  ['every day at 19:00 notify me unless it rained', 'unless it rained'],
  [
    'email me new commits in acme/infra, except when the message starts with "chore"',
    'except when the message starts with "chore"',
  ],
  ['when an email arrives, add it to my Google Sheet Expenses', 'Expenses'],
  ['when a Todoist task is completed in Work, add a row to the sheet Timesheet', 'Work'],
  ['when it will rain tomorrow and tomorrow is a weekday notify me', 'and tomorrow is a weekday'],
  ['when I press the button, post a Teams message in "Frontdesk"', '"Frontdesk"'],
  ['new row in the "Leads" spreadsheet should create a Trello card', '"Leads"'],
  ['when a form email arrives, notify me', 'form'],
  ['every Monday at 7 send an ntfy notification take out the bins', 'take out the bins'],
  ['every day at 8 email me new GitHub issues', 'new'],
])('%s: what is lost is named', (sentence, unmet) => {
  expect(planAlone(sentence)).toMatchObject({ actions: [expect.anything()], unmet: [unmet] })
})

test('a state beside an order is not what is done', () => {
  const { actions, unmet } = planAlone('if the button is pressed and the hall light is off, turn it on')
  expect([actions, unmet]).toEqual([[], ['the hall light is off', 'turn it on']])
})

test('a wait before the last deed moves to no other', () => {
  const { actions, wait, unmet } = planAlone('when the sun sets, email me and wait 20 minutes before posting in slack')
  expect([actions.map(({ id }) => id), wait, unmet]).toEqual([
    ['email/actions/send_me'],
    null,
    ['and wait 20 minutes before posting in slack'],
  ])
})

test.each<[string, Record<string, string>, string]>([
  ['at 6 am turn on the basement radiator', { entity: 'basement radiator' }, ''],
  ['when I press the button turn off the dishwasher', { entity: 'dishwasher' }, ''],
  ['every morning at 7 turn on the living room lamp', { entity: 'living room lamp' }, ''],
  ['when I press the button turn off the fan in the shed', { entity: 'fan in the shed' }, ''],
  ['every Friday at 8 run the scene away', { entity: 'scene away' }, ''],
  ['when I press the button turn the office light red', { entity: 'office light' }, 'red'],
  ['when my Home Assistant garage door sensor changes state ping me', { entity: 'garage door sensor' }, ''],
  ['flash the lamps when I press the button', { entity: 'lamps' }, 'flash'],
  ['when the dryer changes to off ping me on telegram', { entity: 'dryer' }, ''],
  ['if the humidity in the bathroom rises above 70 email me', { entity: 'humidity in the bathroom' }, ''],
  ['add each new github star to the Stars sheet', { spreadsheet: 'Stars' }, ''],
  ['when a gitlab issue opens in team/mail email me', { project: 'team/mail' }, ''],
  ['when I press the button create a todoist task in the project new-ideas', { project: 'new-ideas' }, ''],
  ['add a task to my Work list in Todoist when it rains tomorrow', { project: 'Work' }, ''],
  ['when a card is added to the list Doing on my Home board in Trello, text me', { list: 'Doing', board: 'Home' }, ''],
  ['when a card is added to my trello board called Ideas, text me', { board: 'Ideas' }, ''],
  ['when a card is moved to the board Archive email me', { board: 'Archive' }, ''],
  ['every Monday at 9 create a card in the Backlog list on Trello', { list: 'Backlog' }, ''],
  ['when an email arrives append it to my notion page diary', { page: 'diary' }, ''],
  ['when a meeting in my Work calendar starts soon, notify me', { calendar: 'Work' }, ''],
  ['when I get an email, send it to the family group on Telegram', { chat: 'family' }, ''],
  ['when I get an email, post it to #sales on Zulip', { channel: '#sales' }, ''],
  ['when I press the button, add a task to the list called Errands in Todoist', { project: 'Errands' }, ''],
  ['when I press the button, add a task to the "Errands" list in Todoist', { project: 'Errands' }, ''],
])('%s: what only an account lists is kept for its field', (sentence, said, unmet) => {
  const { trigger, actions, unmet: left } = planAlone(sentence)
  expect(Object.assign({}, ...[trigger, ...actions].map((step) => step?.said))).toEqual(said)
  expect(left.join(' | ')).toBe(unmet)
})

test('the list that a task goes to says nothing of the task', () => {
  const { actions } = planAlone('when I press the button, add a task to my Work list in Todoist')
  expect(actions[0]?.fields).toEqual({})
})

test.each([
  ['when somebody opens an issue in my GitLab project, send me an email'],
  ['when an issue is opened in our linear team, tell me'],
])('%s: a place that a step asks for is not missing', (sentence) => {
  expect(partsOf(sentence).unmet).toEqual([])
})

test.each([
  ["what's the temperature in Oslo right now?"],
  ['who followed me on mastodon today?'],
  ['how many open issues does octo/web have?'],
  ['back up my bluesky posts'],
  ['my todo list'],
  ['never email me on Sundays'],
  ['no notifications on mondays please'],
])('%s: no draft comes of it', (sentence) => {
  const { trigger, actions, unmet } = partsOf(sentence)
  expect([trigger, actions, unmet.join(' and ')]).toEqual([null, [], sentence.replace('?', '')])
})

test.each([
  ['turn off everything at midnight', 'turn off everything'],
  ['complete all my todoist tasks at 18:00', 'complete all my todoist tasks'],
  ['turn on the heater at 6 and turn it off at 8', 'turn it off at 8'],
  ['at 9 post "open" to slack and at 17 post "closed"', 'at 17 post "closed"'],
])('%s: what one Applet cannot do is named', (sentence, unmet) => {
  expect(partsOf(sentence).unmet.join(' | ')).toBe(unmet)
})

test.each([
  ['push message to my phone when it rains tomorrow', 'notifications/actions/send'],
  ['every evening write me an email', 'email/actions/send_me'],
  ['whenever a new card lands on trello star it', undefined],
  ['every day until easter send me a notification', 'notifications/actions/send'],
  ['send me a photo of every new post on mastodon', undefined],
  ['send me the time every hour', undefined],
  ['if a wordpress comment contains "viagra" don\'t tell me', undefined],
])('%s: no service is chosen that nobody named', (sentence, id) => {
  expect(partsOf(sentence).actions[0]).toBe(id)
})

test.each([
  ['when it rains tomorrow email me the forecast', 'forecast'],
  ['when a trello card is added email me the checklist', 'checklist'],
])('%s: what the event does not tell is named', (sentence, unmet) => {
  expect(partsOf(sentence).unmet.join(' | ')).toBe(unmet)
})

test.each([
  ['when the soup gets warmer than 8 tell me', 'when the soup gets warmer than 8'],
  ['when my feed is down, email me', 'when my feed is down'],
  ['every friday email me the completed linear issues', 'email me the completed linear issues'],
  ["every day at 9 send me tomorrow's events", "send me tomorrow's events"],
])('%s: nothing alike takes its place', (sentence, unmet) => {
  expect(partsOf(sentence).unmet.join(' | ')).toBe(unmet)
})

test.each([
  ['when the moon rises tell me', null],
  ['email all my followers when I publish a post on wordpress', 'wordpress/triggers/new_post'],
  ['when a row changes, update the record', null],
  ['on new mastodon mention: favorite it and email me', 'mastodon/triggers/new_mention'],
  ['when a message arrives in the alerts room of matrix tell me', 'matrix/triggers/new_message'],
  ['tell me when the sun comes out', null],
])('%s: an event ends before what is done', (sentence, id) => {
  expect(partsOf(sentence).trigger?.[0] ?? null).toBe(id)
})

test.each([
  ['when it gets warmer than 25 send me the humidity', []],
  ['every evening send me the unread slack messages', []],
  ['every friday send me the tasks I completed in todoist', []],
  ['put mails from Anna into the Anna folder', []],
  ['add my new todoist tasks to the board Home in trello', ['trello/actions/create_card']],
  ['when I press the button create a notion page and send me its url', ['notion/actions/add_page']],
  ['turn on the oven at 17:30 then turn it off 20 minutes later', ['home_assistant/actions/turn_on']],
])('%s: a stray word chooses no action', (sentence, actions) => {
  expect(partsOf(sentence).actions).toEqual(actions)
})

test.each([
  ['remind me at 9 to call Ann and at 10 to call Bob', 'at 10 to call Bob'],
  ['when a comment comes in on wordpress, post a reply', 'post a reply'],
  ['when someone follows me on bluesky follow them and notify me', 'follow them'],
  ['when a row is added add a todoist task and text me its link', 'text me its link'],
  ['every monday send me the number of my followers on mastodon', 'send me the number of my followers on mastodon'],
  ['when the queue rises above 50 text me', 'when the queue rises above 50'],
  ['notify me if the feed is empty', 'if the feed is empty'],
  ['send "a" to slack at 9 and "b" to slack at 10', '"b" to slack at 10'],
  ['when a new page is added to notion, share it with Bob', 'share it with Bob'],
])('%s: what it asks besides is named', (sentence, unmet) => {
  expect(partsOf(sentence).unmet.join(' | ')).toBe(unmet)
})

test('which of several posts to boost is named', () => {
  expect(planAlone('when I press the button boost my latest toot').unmet).toEqual(['latest'])
})

test.each(['through', 'using'])('%s before a service names it', (word) => {
  expect(planAlone(`add a task ${word} Todoist whenever I get an email`).unmet).toEqual([])
})

test('the open issues ask for no new one', () => {
  const { actions } = planAlone(
    'every Monday at 9 get the weather in Rome and the open linear issues and send both to Slack',
  )
  expect(actions).toEqual([])
})

test('the place of an event names no repository', () => {
  expect(planAlone('when it rains tomorrow in Oslo comment on the last GitHub issue').actions[0]?.said).toBeUndefined()
})
