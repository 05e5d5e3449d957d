import { expect, test } from 'vitest'
import { partsOf } from './proposal-parts.fixture.ts'
import { planAlone } from './score/plan-alone.ts'

test.each([
  ['delete all my emails every night', ['delete all my emails']],
  ['unfollow everyone who mentions me on Mastodon every day', ['unfollow everyone who mentions me on Mastodon']],
  ['set the heating to 21 every evening', ['set the heating to 21']],
  ['when it rains tomorrow, email my boss', ['email my boss']],
  [
    'when someone follows me on mastodon post "hello new friend" there',
    ['when someone follows me on mastodon post "hello new friend" there'],
  ],
  ['when a merge request is opened in GitLab, comment "Thanks"', ['comment "Thanks"']],
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
  ['when I press the button text me on Telegram saying dinner is ready', 'dinner is ready'],
])('%s: the text is what was said', (sentence, text) => {
  expect(partsOf(sentence)).toMatchObject({ texts: [text], unmet: [] })
})

test('a time of day that nobody said is left to the form', () => {
  expect(partsOf('every monday remind me to stretch').trigger).toEqual([
    'schedule/triggers/every_week',
    { weekday: '1' },
  ])
})

test.each([
  ['each thursday evening remind me to take the bins out', ['“evening” as 7:00 PM']],
  ['on saturday mornings post "market day" to discord', ['“morning” as 7:00 AM']],
  ['when my site is down notify me, but not at night', ['“but not at night” as not from 10:00 PM to 7:00 AM']],
  ['each thursday evening at 8 remind me to take the bins out', []],
  ['every day at noon send me a notification', []],
])('%s: a time that was not said is told', (sentence, assumed) => {
  expect(partsOf(sentence)).toMatchObject({ assumed, unmet: [] })
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
  ['Remind me every Monday at 9 on Telegram', 'telegram/actions/send_message', ''],
  ['Notify me every second Friday at 9 on Discord', 'discord/actions/post_message', 'every second Friday at 9'],
  ['tell me when it rains tomorrow on Telegram', 'telegram/actions/send_message', ''],
  ['remind us every day at 9 via Zulip that "tea is ready"', 'zulip/actions/send_channel_message', ''],
  ['remind me every day at 9 on Telegram to take my pills', 'telegram/actions/send_message', ''],
  ['notify me when somebody follows me on Mastodon', 'notifications/actions/send', ''],
  ['tell me when a new message arrives on Telegram', 'notifications/actions/send', ''],
  [
    'tell me when somebody joins my server on Discord',
    'notifications/actions/send',
    'when somebody joins my server on Discord',
  ],
])('%s: the service that stands last tells it', (sentence, action, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ actions: [action], unmet: unmet === '' ? [] : [unmet] })
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

test.each([
  ['every three hours remind me to drink water', 'cron', { cron: '0 */3 * * *' }],
  ['every twenty minutes notify me', 'cron', { cron: '*/20 * * * *' }],
  ['every mon, wed and fri at 7 remind me to run', 'every_weekday', { weekdays: '1\n3\n5', time: '07:00' }],
  ['mon-thu at 9 post "standup" to Discord', 'every_weekday', { weekdays: '1\n2\n3\n4', time: '09:00' }],
])('%s: the rhythm is in the schedule', (sentence, slug, fields) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: [`schedule/triggers/${slug}`, fields], unmet: [] })
})

test.each([
  ['every 5 hours notify me', 'every 5 hours'],
  ['every seven hours notify me', 'every seven hours'],
  ['every 90 minutes remind me to stand up', 'every 90 minutes'],
  ['on the 15th at noon email me "invoice"', 'on the 15th at noon'],
])('%s: no other rhythm takes its place', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: null, unmet: [unmet] })
})

test('days and hours may stand without "between"', () => {
  const { conditions, quiet, unmet } = partsOf('when my site is down notify me, weekdays 9 to 5 only')
  expect(conditions).toEqual(['Schedule.now.Weekday is_not Sunday', 'Schedule.now.Weekday is_not Saturday'])
  expect([quiet, unmet]).toEqual([{ from: 1020, to: 540 }, []])
})

test.each([
  ['when a feed has a new item, post "new" and its link on zulip', ['zulip/actions/send_channel_message']],
  ['every friday at 17:00 toot "happy weekend"', ['mastodon/actions/post']],
  ['every morning skeet "good morning"', ['bluesky/actions/post']],
  ['when I check off a todo in Todoist, send a message to Slack', ['slack/actions/post_message']],
  ['when I press the button create a record in Airtable with the name "x"', ['airtable/actions/create_record']],
])('%s: one service does it', (sentence, actions) => {
  expect(partsOf(sentence).actions).toEqual(actions)
})

test.each([
  ['answer all my emails'],
  ['follow back everyone who follows me on Bluesky'],
  ['close issues that nobody touched for 60 days'],
  ['when a meeting ends, message me on Slack'],
  ['turn down the volume of the TV during calls'],
  ['mute everybody on Mastodon who has not posted for a year'],
])('%s: nothing else starts it', (sentence) => {
  expect(partsOf(sentence).trigger).toBeNull()
})

test('a name and its value go where they belong', () => {
  const { actions, unmet } = planAlone('when the button is pressed set the value "status" to "open"')
  expect([actions[0]?.fields, unmet]).toEqual([{ name: 'status', value: 'open' }, []])
})

test('a reminder ends before the weather that it depends on', () => {
  const sentence = "every morning at 7 remind me to take an umbrella if it's raining in Bergen"
  const { queries, actions, conditions, unmet } = planAlone(sentence)
  expect([queries[0]?.fields, actions[0]?.fields]).toEqual([{ location: 'Bergen' }, { message: 'take an umbrella' }])
  expect([conditions?.conditions.length, unmet]).toEqual([1, []])
})

test.each([
  ['przypomnij mi o lekach codziennie o 8', 'Polish'],
  ['yağmur yağarsa bana haber ver', 'Turkish'],
  ['lembre-me de pagar o aluguel toda segunda-feira', 'Portuguese'],
  ['připomeň mi v pondělí zaplatit nájem', 'Czech'],
  ['recuérdame tomar agua cada hora', 'Spanish'],
  ['Wenn es regnet, benachrichtige mich', 'German'],
  ['Speichere jede neue E-Mail in Google Sheets', 'German'],
  ['Avísame si baja de 5 grados', 'Spanish'],
  ['Accendi la luce al tramonto', 'Italian'],
  ['Zet het licht aan bij zonsondergang', 'Dutch'],
  ['Pošli mi každé ráno počasí', 'Czech'],
  ['Yağmur yağınca bildirim gönder', 'Turkish'],
])('%s: its language is told apart', (sentence, language) => {
  expect(partsOf(sentence).language).toBe(language)
})

test.each([
  ['when a new row in my sheet has status "done", email me', 'google_sheets/triggers/new_row', {}, 'has status "done"'],
  [
    'when someone stars my repo, only if it has more than 100 stars, notify me',
    'github/triggers/new_star',
    {},
    'only if it has more than 100 stars',
  ],
  ['every year on dec 24 notify me', 'schedule/triggers/every_year', { month: '12', day: '24' }, ''],
])('%s: no value goes where it does not belong', (sentence, id, fields, unmet) => {
  const parts = partsOf(sentence)
  expect([parts.trigger, parts.conditions, parts.unmet.join()]).toEqual([[id, fields], [], unmet])
})

test.each([
  ["send an email with the subject 'hi' and the body 'there' every friday", ['hi', 'there']],
  ["when the button is pressed add a row with 'x' and 'y' to Google Sheets", ['x ||| y']],
  ["when I press the button, send a message that reads 'new form' to Slack", ['new form']],
])('%s: each text has its field', (sentence, texts) => {
  expect(partsOf(sentence)).toMatchObject({ texts, unmet: [] })
})

test('a text within the event is not what is sent', () => {
  const { actions, conditions, unmet } = planAlone("when a feed item has 'rust' in its title, notify me")
  expect(actions[0]?.fields['message']).not.toContain('rust')
  expect([conditions?.conditions[0]?.value, unmet]).toEqual(['rust', []])
})

test('"each toot I favorite" is what happens, not a text', () => {
  expect(partsOf('Keep each toot I favorite in airtable')).toMatchObject({
    trigger: ['mastodon/triggers/new_favorite', {}],
    conditions: [],
    unmet: [],
  })
})

test.each([
  ['when a github issue is opened label it bug', { label: 'bug' }],
  ['new pull request: label it needs-review', { label: 'needs-review' }],
  ['when someone opens a pull request, add the label wip', { label: 'wip' }],
  ['add the label good first issue to new github issues', { label: 'good first issue' }],
])('%s: the label is in its field', (sentence, fields) => {
  expect(planAlone(sentence)).toMatchObject({ actions: [{ id: 'github/actions/add_label', fields }], unmet: [] })
})

test.each([
  ['new gitlab issues not from Tom go to slack', ['GitLab.newIssue.Author contains_not Tom']],
  ['email me wordpress comments, but not by Anna', ['WordPress.newComment.Author contains_not Anna']],
  ['notify me before events that have a video link', []],
  ['as long as it is monday, text me when my site is down', ['Schedule.now.Weekday is Monday']],
  ['email me when somebody left a comment on wordpress', []],
  ['when it rains tomorrow, notify me, but only from Monday to Saturday', ['Schedule.now.Weekday is_not Sunday']],
])('%s: who and when limit it', (sentence, said) => {
  expect(partsOf(sentence)).toMatchObject({ conditions: said })
})

test.each([
  ['every friday at 5 telegram me: log your hours, please', 'log your hours, please'],
  ['on friday at 16 post to teams: have a good weekend everyone!', 'have a good weekend everyone!'],
  ['notify me of the training every tuesday at 6 pm', 'the training'],
  ['press the button to post "hi" to slack', 'hi'],
  ['every friday at 5 tell everyone in slack to send their hours', 'send their hours'],
])('%s: the text is as it was said', (sentence, text) => {
  expect(partsOf(sentence)).toMatchObject({ texts: [text], unmet: [] })
})

test.each([
  ['new item in https://lwn.net/rss → email me its title and link', ['email/actions/send_me']],
  ['create a page in notion with the text "hi" every day at 9', ['notion/actions/add_page']],
  ['when someone reacts to a message in matrix tell me', ['notifications/actions/send']],
  ['when I press the button, tweet good morning', []],
])('%s: the action is the one that was told', (sentence, actions) => {
  expect(partsOf(sentence).actions).toEqual(actions)
})

test.each([
  ['add a task to my todoist list when I press the button', {}],
  ['button pressed → todoist task "water plants"', { content: 'water plants' }],
  ['create a trello card for each new linear issue', { name: '{{Title}}' }],
  ['each month on day 3 create a linear issue named "Billing run"', { title: 'Billing run' }],
  ['when I press the button post "hi" to slack then after 5 minutes "bye"', { message: 'hi' }],
])('%s: no field has more', (sentence, fields) => {
  const { queries, actions } = planAlone(sentence)
  expect([queries, actions.map((action) => action.fields)]).toEqual([[], [fields]])
})

test('two services get the one text', () => {
  const { actions, texts, unmet } = partsOf('post the text "We moved!" on mastodon and bluesky when I press the button')
  expect(actions).toEqual(['mastodon/actions/post', 'bluesky/actions/post'])
  expect([texts, unmet]).toEqual([['We moved!', 'We moved!'], []])
})

test('a title that is asked for starts nothing', () => {
  expect(partsOf("send the new issue's title and url to zulip").trigger?.[0]).not.toBe('webhooks/triggers/web_request')
})

test('a later deed is named with its own condition', () => {
  const { actions, conditions, unmet } = partsOf(
    'when I press the button, email me; if it rains it should also go to slack',
  )
  expect([actions, conditions, unmet]).toEqual([
    ['email/actions/send_me'],
    [],
    ['if it rains it should also go to slack'],
  ])
})

test.each([
  ['send me my open todoist tasks every workday at 8', 'todoist/queries/open_tasks', {}],
  ['every morning at 7 send me the weather for Graz', 'weather/queries/current_weather', { location: 'Graz' }],
  ['every day at 9 give me the open issues of acme/web', 'github/queries/open_issues', { repository: 'acme/web' }],
  ['at sunset send me the temperature in Bonn', 'weather/queries/current_weather', { location: 'Bonn' }],
  ['send me the latest feed items at noon', 'feeds/queries/recent_items', {}],
])('%s: what is looked up is told', (sentence, id, fields) => {
  const { queries, actions, unmet } = planAlone(sentence)
  expect([queries, actions[0]?.id, unmet]).toEqual([[{ id, fields }], 'notifications/actions/send', []])
})

test.each([
  ['when a card moves from Doing to Done, email me', ['FromList is Doing', 'ToList is Done']],
  ['when I move a card to Archive, log it to a sheet', ['ToList is Archive']],
  ['if a card gets moved into the Blocked list tell discord', ['ToList is Blocked']],
])('%s: where it is moved is compared', (sentence, said) => {
  const conditions = said.map((each) => `Trello.cardMoved.${each}`)
  expect(partsOf(sentence)).toMatchObject({ conditions, unmet: [] })
})

test('an event with a text that nothing holds is none', () => {
  const { trigger, unmet } = partsOf('every time a card goes to "In Progress" post to teams')
  expect([trigger, unmet]).toEqual([null, ['every time a card goes to "In Progress"']])
})

test('"check the weather and …" is the lookup alone', () => {
  expect(partsOf('every day at 8 check the weather and post it to Slack').unmet).toEqual([])
})

test.each([
  ['new linear issue with priority Urgent -> pushover', 'Linear.newIssue.Priority contains Urgent'],
  ['when an entity changes and its state is "open" notify me', 'HomeAssistant.stateChanged.State is open'],
])('%s: what the thing has is compared', (sentence, condition) => {
  expect(partsOf(sentence)).toMatchObject({ conditions: [condition], unmet: [] })
})

test.each([
  ['when a trello card is added and its label is "bug" notify me', 'its label is "bug"'],
  ['when a record is added in airtable and its status is Open, post to teams', 'its status is Open'],
])('%s: what no ingredient says is named whole', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ conditions: [], unmet: [unmet] })
})

test.each([
  ['send new github issues to slack, monday to friday 8 to 18 only', { from: 1080, to: 480 }],
  ['tell me about new zulip mentions on workdays between 9 and 17', { from: 1020, to: 540 }],
  ['discord message for every new release, but just mon-fri 10-16', { from: 960, to: 600 }],
])('%s: days and hours limit what is new', (sentence, quiet) => {
  const { trigger, conditions, ...parts } = partsOf(sentence)
  expect(trigger?.[0]).toContain('new_')
  expect(conditions.length).toBe(2)
  expect(parts).toMatchObject({ quiet, unmet: [] })
})

test.each([
  ['remind me to back up my files on the 1st of every month', { day: '1' }, 'back up my files'],
  ['remind me at 9 on the 10th of every month about the VAT', { day: '10', time: '09:00' }, 'the VAT'],
  ['from friday to monday at 18:00 tell discord that we close in an hour', { time: '18:00' }, 'we close in an hour'],
])('%s: the text ends before its rhythm', (sentence, fields, text) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: [expect.anything(), fields], texts: [text], unmet: [] })
})

test.each([
  ['each hour get https://api.coin.example/btc and append the answer to a list', 'store/actions/add_item'],
  ['every 10 minutes fetch https://example.org/status and email me the response', 'email/actions/send_me'],
])('%s: the answer is looked up', (sentence, action) => {
  const { queries, actions, unmet } = planAlone(sentence)
  expect([queries[0]?.id, actions.map(({ id }) => id), unmet]).toEqual(['webhooks/queries/get_json', [action], []])
})

test.each([
  ['when I star a repo post "look" and its url on bluesky', 'look\n{{RepositoryUrl}}'],
  ['when a trello card is added, message slack "new card" plus its name', 'new card\n{{CardName}}'],
  ['when a feed has a new item post "read:" followed by the link to matrix', 'read:\n{{EntryUrl}}'],
])('%s: the text goes on with what the event tells', (sentence, message) => {
  const { actions, unmet } = planAlone(sentence)
  expect([actions.flatMap(({ fields }) => Object.values(fields)), unmet]).toEqual([[message], []])
})

test.each([
  ['remind me on pushover when an event is about to begin', {}],
  ['15 minutes before a calendar event message me on telegram', { before: '15m' }],
])('%s: what comes soon is told ahead', (sentence, fields) => {
  expect(partsOf(sentence)).toMatchObject({
    trigger: ['google_calendar/triggers/event_starting_soon', fields],
    unmet: [],
  })
})

test.each([
  ['at 22:00 turn off the lights and water the lawn', ['home_assistant/actions/turn_off'], 'water the lawn'],
  ['at 22:30 arm the alarm and raise the blinds', [], 'arm the alarm | raise the blinds'],
  ['every night restart my server', [], 'restart my server'],
  ['send me a weekly summary of new GitHub stars', [], 'send me a summary of new GitHub stars'],
  ['turn up the heating during meetings', [], 'turn up the heating during meetings'],
  ['when a calendar event is cancelled tell me', ['notifications/actions/send'], 'when a calendar event is cancelled'],
  ['when a pull request gets merged post to slack', ['slack/actions/post_message'], 'when a pull request gets merged'],
])('%s: another verb is named', (sentence, actions, unmet) => {
  expect([partsOf(sentence).actions, partsOf(sentence).unmet.join(' | ')]).toEqual([actions, unmet])
})

test.each([
  ['when a pull request by renovate is opened add a todoist task', 'GitHub.newPullRequest.OpenedBy contains renovate'],
  ['email me github releases unless they are from Octocat', 'GitHub.newRelease.PublishedBy contains_not Octocat'],
  [
    'when an email that has boarding pass in the subject arrives, text me',
    'Email.mailReceived.Subject contains boarding pass',
  ],
  ['when a card is moved to the Done list in trello text me', 'Trello.cardMoved.ToList is Done'],
  ['notify me 5 minutes before my event called standup', 'GoogleCalendar.eventStartingSoon.Title is standup'],
  ['email me when a github release whose name contains beta comes out', 'GitHub.newRelease.ReleaseName contains beta'],
])('%s: who, where and which text is a condition', (sentence, condition) => {
  expect(partsOf(sentence)).toMatchObject({ conditions: [condition], unmet: [] })
})

test.each([
  ['if bitcoin drops under 30000 let me know on telegram', 'if bitcoin drops under 30000'],
  ['on new year\'s eve post "hi" to mastodon', "on new year's eve"],
  ['on christmas eve at 8 remind me to call mum', 'on christmas eve at 8'],
  ['download new youtube videos of my favorite channel', 'download new youtube videos of my favorite channel'],
  ['when the temperature is between 10 and 15 notify me', 'when the temperature is between 10 and 15'],
  ['when a todoist task becomes overdue ping me', 'when a todoist task becomes overdue'],
])('%s: no event takes the place of an unknown one', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: null, quiet: null, unmet: [unmet] })
})

test.each([
  ['when a task is added in todoist, if it is monday post to slack, otherwise email me', 'otherwise email me'],
  ['when a github issue is opened close it', 'close it'],
  ['if my site is down for more than 10 minutes, text me', 'for more than 10 minutes'],
  ['when I press the button post "hi" and the news to slack', 'news'],
  ['when I press the button post "hi" to slack and post the same on bluesky', 'same'],
])('%s: that part alone is named', (sentence, unmet) => {
  expect(partsOf(sentence)).toMatchObject({ trigger: expect.anything(), unmet: [unmet] })
})

test.each([
  ['create a trello card "Clean" with the description "all" every saturday at 9', { name: 'Clean', desc: 'all' }],
  [
    'every friday at 9 email me about the domain renewal',
    { subject: 'the domain renewal', body: 'the domain renewal' },
  ],
  ['when a task is completed in todoist add it to the list wins', { name: 'wins', item: '{{TaskContent}}' }],
  [
    'when a github issue is opened, add its title to my list called backlog',
    { name: 'backlog', item: '{{IssueTitle}}' },
  ],
])('%s: its texts are where they belong', (sentence, fields) => {
  expect(planAlone(sentence)).toMatchObject({ actions: [{ fields }], unmet: [] })
})
