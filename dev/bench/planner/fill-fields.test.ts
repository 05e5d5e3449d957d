import { expect, test } from 'vitest'
import { planAlone } from './score/plan-alone.ts'

/** The fields of a proposal's trigger and actions that are no ingredients, and what it did not use. */
function filledBy(sentence: string) {
  const { trigger, actions, assumed, unmet } = planAlone(sentence)
  const said = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => !value.includes('{{')))
  return { trigger: said(trigger?.fields ?? {}), actions: actions.map(({ fields }) => said(fields)), assumed, unmet }
}

test.each([
  ['when a pull request opens in octo/site post it to discord', { repository: 'octo/site' }],
  ["when there's a commit on branch main of acme/api, tell teams", { repository: 'acme/api', branch: 'main' }],
  ['when a webhook named backup comes in notify me', { event: 'backup' }],
  ['when a webhook called deploy-ok arrives, notify me', { event: 'deploy-ok' }],
  ['when the counter coffees reaches 5 notify me', { name: 'coffees', number: '5' }],
])('%s: the trigger has the name', (sentence, trigger) => {
  expect(filledBy(sentence)).toMatchObject({ trigger, unmet: [] })
})

test.each([
  ['add eggs to my list groceries when I press the button', { name: 'groceries', item: 'eggs' }],
  ['add bread to my shopping list when I press the button', { name: 'shopping', item: 'bread' }],
  ['post to discord as Jarvis "good evening" every day at 19:00', { username: 'Jarvis', message: 'good evening' }],
  ['send "hi" to matrix room #friends:matrix.org every day', { room: '#friends:matrix.org', message: 'hi' }],
  ['set the value mode to away when I press the button', { name: 'mode', value: 'away' }],
  ['create a gitlab issue titled Rotate keys with the label ops every monday', { title: 'Rotate keys', labels: 'ops' }],
])('%s: the action has the name', (sentence, fields) => {
  expect(filledBy(sentence)).toMatchObject({ actions: [fields], unmet: [] })
})

test.each([
  [
    'send a gmail to a@b.org with subject New order and body A row was added, please look when a new row is added',
    { to: 'a@b.org', subject: 'New order', body: 'A row was added, please look' },
  ],
  [
    'send a teams message with the title Alert and the text The server is down when my site goes down',
    { title: 'Alert', message: 'The server is down' },
  ],
  [
    'when I press the button post to https://a.example/in with the body {"on":{"by":"me"}}',
    { url: 'https://a.example/in', body: '{"on":{"by":"me"}}' },
  ],
  ['create a trello card called pay rent on the first of every month', { name: 'pay rent' }],
  ['add a comment saying Thanks a lot to every new issue in acme/api', { body: 'Thanks a lot' }],
  ['send a teams message titled Lunch saying pizza is here every day', { title: 'Lunch', message: 'pizza is here' }],
  ['create an event named Gym at my google calendar every tuesday at 18:00', { title: 'Gym' }],
])('%s: each text is whole', (sentence, fields) => {
  expect(filledBy(sentence)).toMatchObject({ actions: [fields], unmet: [] })
})

test.each([
  ['post good morning on mastodon every day at 8', 'good morning'],
  ['every friday at five say have a good weekend in slack', 'have a good weekend'],
  ['add the task water the plants to todoist every sunday', 'water the plants'],
  ['when I press the button tell telegram I am leaving now', 'I am leaving now'],
  ['publish a note that says Closed on sundays to mastodon every saturday at 20:00', 'Closed on sundays'],
  ['every wednesday remind me about the dentist at 4pm', 'the dentist'],
  ['every day at 9 post to discord saying who is in today?', 'who is in today?'],
  ['when I press the button send a telegram saying come home now!', 'come home now!'],
  ['ask me on telegram every day at 20:00 how was your day?', 'how was your day?'],
  ['every friday at 4 ask the team on slack what went well', 'what went well'],
  ['can you remind me every day at 9 to call Ben?', 'call Ben'],
  ['post to slack saying [prod] is down every day at 9', '[prod] is down'],
  ['every day at 8 remind me to be at the office at 9', 'be at the office at 9'],
])('%s: the text needs no quotes', (sentence, text) => {
  const { actions, unmet } = filledBy(sentence)
  expect([actions.flatMap(Object.values), unmet]).toEqual([[text], []])
})

test.each([
  ['email me when the wind is stronger than 40 mph', { speed: '17.9' }, '“40 mph” as 17.9 m/s'],
  ['when the wind goes above 50 km/h notify me', { speed: '13.9' }, '“50 km/h” as 13.9 m/s'],
  ['When it gets colder than 20 fahrenheit send a notification', { degrees: '-6.7' }, '“20 fahrenheit” as -6.7 °C'],
  ['notify me when it gets warmer than 86 °F', { degrees: '30' }, '“86 °F” as 30 °C'],
])('%s: the number in the unit of the field is told', (sentence, fields, assumed) => {
  expect(filledBy(sentence)).toMatchObject({ trigger: fields, assumed: [assumed], unmet: [] })
})

test('a number of the unit of its field is taken', () => {
  const { trigger, unmet } = filledBy('notify me when the wind is stronger than 15 m/s')
  expect([trigger, unmet]).toEqual([{ speed: '15' }, []])
})

test.each([
  ['when I press the button set the value mode to away in the store', { name: 'mode', value: 'away' }],
  ['every night set the value door to off in my store', { name: 'door', value: 'off' }],
])('%s: the value ends before its store', (sentence, fields) => {
  expect(filledBy(sentence)).toMatchObject({ actions: [fields], unmet: [] })
})

test('words that join two actions are no text', () => {
  const { actions } = planAlone('when my site goes down, add a task and also log it into airtable')
  const texts = actions.flatMap(({ fields }) => Object.values(fields))
  expect(texts).toEqual(['{{Address}}', '{{Address}}\n{{Status}}\n{{Reason}}'])
})

test('a message does not repeat its title', () => {
  const { actions } = planAlone('when an issue is opened in octo/site notify me on ntfy with the title Look')
  expect(actions[0]?.fields).toEqual({ title: 'Look', message: expect.stringContaining('{{IssueTitle}}') })
})

test.each([
  ['toot the title of new releases of denoland/deno', ['{{ReleaseName}}']],
  ['send the title and link of each new post on my wordpress to bluesky', ['{{Title}}\n{{PostUrl}}']],
])('%s: the message has these parts', (sentence, texts) => {
  const { actions, unmet } = planAlone(sentence)
  expect([actions.flatMap(({ fields }) => Object.values(fields)), unmet]).toEqual([texts, []])
})

test('what is sent to somebody else is named whole', () => {
  const { actions, unmet } = filledBy('email anna@x.org every monday with the subject Plan and the body See you at ten')
  expect([actions, unmet]).toEqual([[], ['email anna@x.org with the subject "Plan" and the body "See you at ten"']])
})

test.each([
  ['send updates to slack every hour', 'updates'],
  ['every day at noon write lunch time in our discord', 'lunch'],
])('%s: words for a thing are no text', (sentence, unmet) => {
  expect(filledBy(sentence)).toMatchObject({ actions: [{}], unmet: [unmet] })
})

test.each([
  ['when a todoist task named Pay rent is completed send me an email', 'TaskContent is Pay rent'],
  ['when a calendar event titled Standup starts soon, message me on telegram', 'Title is Standup'],
  ['when a message saying help arrives on telegram, call https://a.example', 'Text contains help'],
])('%s: the name ends before what happens', (sentence, said) => {
  const { conditions, unmet } = planAlone(sentence)
  const [first] = conditions?.conditions ?? []
  expect([`${first?.ingredient.split('.').at(-1)} ${first?.operator} ${first?.value}`, unmet]).toEqual([said, []])
})

test('the name of a card is not its description too', () => {
  const [card] = planAlone('Every Friday create a Trello card "Clean desk"').actions
  expect(card?.fields).toEqual({ name: 'Clean desk' })
})

test.each<[string, Record<string, string>]>([
  ['new github issue, put it into my google sheet "Bugs"', { spreadsheet: 'Bugs' }],
  ['add an event to my google calendar "Family" every Friday at 9', { calendar: 'Family' }],
])('%s: puts the name of a place into no text', (sentence, place) => {
  const [action] = planAlone(sentence).actions
  expect(action?.said).toEqual(place)
  expect(Object.values(action?.fields ?? {}).join()).not.toContain(Object.values(place)[0])
})

test('writes no pronoun as a text', () => {
  expect(planAlone('when a card moves in trello post both in discord')).toMatchObject({
    actions: [],
    unmet: ['post both in discord'],
  })
})

test.each([
  ['new card on Trello: photo to telegram', 'telegram/actions/send_photo'],
  ['star on ada/kite: boost it on Mastodon', 'mastodon/actions/boost'],
])('%s: a page of another kind fills no field', (sentence, id) => {
  expect(planAlone(sentence).actions).toEqual([{ id, fields: {} }])
})

test('reads an address without the mark behind it', () => {
  expect(planAlone('new rss item from https://a.example/feed: post it to Slack').trigger?.fields).toEqual({
    feed_url: 'https://a.example/feed',
  })
})

test('who is told limits nothing that is looked up', () => {
  const { queries } = planAlone('every morning at 8 send me the open linear issues by telegram')
  expect(queries).toEqual([{ id: 'linear/queries/open_issues', fields: {} }])
})
