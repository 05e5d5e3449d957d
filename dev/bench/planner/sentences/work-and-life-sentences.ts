import type { Sentence } from './sentence.ts'

/**
 * About messages, tasks, documents, calendars and boards; with several actions, conditions, and wishes of no
 * service.
 */
export const WORK_AND_LIFE_SENTENCES: readonly Sentence[] = [
  // Posts and messages.
  {
    say: 'When somebody mentions me on Mastodon, send it to Matrix',
    trigger: 'mastodon/new_mention',
    actions: ['matrix/send_message'],
  },
  { say: 'email me when I am mentioned', trigger: 'mention', actions: ['email'] },
  { say: 'Save our merge requests in a spreadsheet', trigger: 'gitlab/new_merge_request', actions: ['row'] },
  { say: 'cross-post my Mastodon posts to Bluesky', trigger: 'mastodon/new_post', actions: ['bluesky/post'] },
  { say: 'when i post on mastodon also post it on bluesky', trigger: 'mastodon/new_post', actions: ['bluesky/post'] },
  { say: 'new follower on bluesky => notify me', trigger: 'bluesky/new_follower', actions: ['notify'] },
  {
    say: 'If @nasa posts something on Bluesky, forward it to Telegram',
    trigger: 'bluesky/new_post_by',
    actions: ['telegram/send_message'],
    values: { 'bluesky/new_post_by': { handle: ['nasa', '@nasa'] } },
  },
  {
    say: 'When a message is posted in our Zulip channel, copy it to Teams',
    trigger: 'zulip/new_message',
    actions: ['teams/post_message'],
  },
  { say: 'forward telegram messages to my email', trigger: 'telegram/new_message', actions: ['email'] },
  {
    say: 'When I send /todo to my Telegram bot, add a task in Todoist',
    trigger: 'telegram/command',
    actions: ['todoist/add_task'],
    values: { 'telegram/command': { command: ['todo', '/todo'] } },
  },
  {
    say: 'if my bot gets the command /lights in telegram turn the lights on',
    trigger: 'telegram/command',
    actions: ['lights_on'],
    values: { lights_on: { entity: 'lights' }, 'telegram/command': { command: ['lights', '/lights'] } },
  },
  {
    say: 'new message in ntfy topic to google chat',
    trigger: 'ntfy/new_message',
    actions: ['google_chat/post_message'],
  },
  { say: 'When an email arrives, send me a notification', trigger: 'email/mail_received', actions: ['notify'] },
  { say: 'turn emails into tasks', trigger: 'email/mail_received', actions: ['add_task'] },
  { say: 'incoming mail -> row in Google Sheets', trigger: 'email/mail_received', actions: ['row'] },
  {
    say: 'Forward mail that reaches my secret address to Slack',
    trigger: 'email/mail_received',
    actions: ['slack/post_message'],
  },
  // Tasks, documents, calendars, boards.
  { say: 'When I finish a task, log it in Google Sheets', trigger: 'task_done', actions: ['row'] },
  {
    say: 'Post to Slack when a task is done in Todoist',
    trigger: 'todoist/task_completed',
    actions: ['slack/post_message'],
  },
  { say: 'sync new Linear issues to Todoist', trigger: 'linear/new_issue', actions: ['todoist/add_task'] },
  { say: 'new todoist task -> spreadsheet', trigger: 'todoist/new_task', actions: ['row'] },
  { say: 'When a row is added to my spreadsheet, email me', trigger: 'row', actions: ['email'] },
  { say: 'new line in google sheets => message in teams', trigger: 'row', actions: ['teams/post_message'] },
  {
    say: 'Upload photos from a feed to a Telegram chat',
    trigger: 'feed_item',
    actions: ['telegram/send_photo'],
  },
  { say: 'boost my favorites', trigger: 'mastodon/new_favorite', actions: ['mastodon/boost'] },
  {
    say: 'when a message is added to my room send it to telegram as a message',
    trigger: 'matrix/new_message',
    actions: ['telegram/send_message'],
  },
  { say: 'share new records of a base on mastodon', trigger: 'airtable/new_record', actions: ['mastodon/post'] },
  { say: 'When I add a card to my board, tweet it', trigger: 'trello/new_card', actions: ['post'] },
  { say: 'new page in notion -> bluesky', trigger: 'notion/new_page', actions: ['bluesky/post'] },
  {
    say: 'Add a card to my Trello list when I press a button',
    trigger: 'button/pressed',
    actions: ['trello/create_card'],
  },
  {
    say: 'Log every appointment from Google Calendar in a spreadsheet',
    trigger: 'google_calendar/new_event',
    actions: ['row'],
  },
  {
    say: 'after each commit post its message on mastodon',
    trigger: 'github/new_commit',
    actions: ['mastodon/post'],
    uses: [['CommitMessage']],
  },
  {
    say: 'when i get an appointment add a task to prepare',
    trigger: 'google_calendar/new_event',
    actions: ['add_task'],
    values: { add_task: { text: ['prepare', 'to prepare'] } },
  },
  {
    say: 'log an event in google calendar when i check off "gym" in todoist',
    trigger: 'todoist/task_completed',
    actions: ['google_calendar/create_event'],
    when: [{ said: 'gym', any: ['TaskContent is gym', 'TaskContent contains gym'] }],
  },
  // Hooks, counters and lists.
  { say: 'When a web request comes in, add a row to a spreadsheet', trigger: 'webhooks/web_request', actions: ['row'] },
  { say: 'webhook to slack', trigger: 'webhooks/web_request', actions: ['slack/post_message'] },
  {
    say: 'Send a POST request to my server when a new row is added',
    trigger: 'row',
    actions: ['webhooks/make_request'],
  },
  {
    say: 'call a webhook whenever an email comes in',
    trigger: 'email/mail_received',
    actions: ['webhooks/make_request'],
  },
  {
    say: 'Count my button presses',
    trigger: 'button/pressed',
    actions: ['store/count'],
    values: { 'store/count': { 'name?': ['button presses', 'presses', 'my button presses'] } },
  },
  {
    say: 'when a counter reaches 100 notify me',
    trigger: 'store/counter_reaches',
    actions: ['notify'],
    values: { 'store/counter_reaches': { number: '100' } },
  },
  { say: 'keep a list of all feed items', trigger: 'feed_item', actions: ['store/add_item'] },
  { say: 'remember the last mail in a value', trigger: 'email/mail_received', actions: ['store/set_value'] },
  {
    say: 'every hour get the json from an api and notify me',
    trigger: 'schedule/every_hour',
    queries: ['webhooks/get_json'],
    actions: ['notify'],
    at: '0 * * * *',
  },
  {
    say: 'when an email comes in, look up my open tasks and send them to me on my phone',
    trigger: 'email/mail_received',
    queries: ['open_tasks'],
    actions: ['notify'],
  },
  // Several actions and conditions.
  {
    say: 'When I come home turn on the lights, add a row to a spreadsheet and notify me',
    trigger: 'home_state',
    actions: ['lights_on', 'row', 'notify'],
    values: { lights_on: { entity: 'lights' }, home_state: { 'to?': 'home' } },
  },
  {
    say: 'at sunset turn on the lights and then send me a notification',
    trigger: 'sunset',
    actions: ['lights_on', 'notify'],
    values: { lights_on: { entity: 'lights' } },
  },
  {
    say: 'When I star a repo on GitHub, post it on Mastodon, log it in Google Sheets and add it to my digest',
    trigger: 'github/new_starred_repository',
    actions: ['mastodon/post', 'row', 'digest'],
  },
  {
    say: 'email me new issues only if the title contains "crash"',
    trigger: 'issue',
    actions: ['email'],
    when: [{ said: 'title crash', any: ['IssueTitle contains crash', 'Title contains crash'] }],
  },
  {
    say: 'When a mail arrives notify me, unless the subject contains newsletter',
    trigger: 'email/mail_received',
    actions: ['notify'],
    when: [{ said: 'unless subject newsletter', any: ['Subject contains_not newsletter'] }],
  },
  {
    say: 'turn on the lights when I come home but only if it is after sunset',
    trigger: 'home_state',
    actions: ['lights_on'],
    when: [{ said: 'only after sunset', any: [] }],
    values: { lights_on: { entity: 'lights' }, home_state: { 'to?': 'home' } },
  },
  {
    say: 'if a new feed item is published post it to Slack, but only on weekdays',
    trigger: 'feed_item',
    actions: ['slack/post_message'],
    when: [{ said: 'weekdays', any: ['days 12345'] }],
  },
  {
    say: 'at 7 in the morning notify me if it is below 0 degrees',
    trigger: 'daily',
    queries: ['weather'],
    actions: ['notify'],
    at: '0 7 * * *',
    when: [{ said: 'below 0', any: ['Temperature less_than 0'] }],
  },
  {
    say: 'When I mail in an idea, post it to Google Chat and add a Todoist task',
    trigger: 'email/mail_received',
    actions: ['google_chat/post_message', 'todoist/add_task'],
  },
  // Requests that nobody can fulfill.
  {
    say: 'Play jazz on Spotify when I come home',
    trigger: 'home_state',
    actions: [],
    nobody: ['Spotify'],
    values: { home_state: { 'to?': 'home' } },
  },
  { say: 'When it rains tomorrow, cancel my gym class', trigger: 'rain_tomorrow', actions: [], nobody: ['gym class'] },
  {
    say: 'When I come home, feed the cat and turn on the lights',
    trigger: 'home_state',
    actions: ['lights_on'],
    nobody: ['cat'],
    values: { lights_on: { entity: 'lights' }, home_state: { 'to?': 'home' } },
  },
  { say: 'book a taxi every monday at 8', trigger: 'weekly', actions: [], nobody: ['taxi'], at: '0 8 * * 1' },
  { say: 'When my Tesla is charged, notify me', trigger: null, actions: ['notify'], nobody: ['Tesla'] },
  { say: 'If the stock of Acme falls below 10 dollars, sell it', trigger: null, actions: [], nobody: ['sell'] },
  { say: 'Make me rich', trigger: null, actions: [], nobody: ['rich'] },
  { say: 'asdf qwer', trigger: null, actions: [], nobody: ['asdf'] },
]
