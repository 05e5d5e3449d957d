import type { Sentence } from './sentence.ts'

/**
 * About messages, tasks, documents, photos, music and sports; with several actions, conditions, and wishes of no
 * service.
 */
export const WORK_AND_LIFE_SENTENCES: readonly Sentence[] = [
  // Posts and messages.
  {
    say: 'When somebody mentions me on Chirp, send it to Parley',
    trigger: 'chirp/new_mention',
    actions: ['parley/send_message'],
  },
  { say: 'email me when I am mentioned', trigger: 'mention', actions: ['email'] },
  { say: 'Save my chirps in a spreadsheet', trigger: 'chirp/new_post', actions: ['row'] },
  { say: 'cross-post my Chirp posts to Bluesky', trigger: 'chirp/new_post', actions: ['bluesky/post'] },
  { say: 'when i post on chirp also post it on bluesky', trigger: 'chirp/new_post', actions: ['bluesky/post'] },
  { say: 'new follower on bluesky => notify me', trigger: 'bluesky/new_follower', actions: ['notify'] },
  {
    say: 'If @nasa posts something on Bluesky, forward it to Telegram',
    trigger: 'bluesky/new_post_by',
    actions: ['telegram/send_message'],
  },
  {
    say: 'When a message is posted in our Parley channel, copy it to Teams',
    trigger: 'parley/new_message',
    actions: ['teams/post_message'],
  },
  { say: 'forward telegram messages to my email', trigger: 'telegram/new_message', actions: ['email'] },
  {
    say: 'When I send /todo to my Telegram bot, add a task in Todoist',
    trigger: 'telegram/command',
    actions: ['todoist/add_task'],
  },
  {
    say: 'if my bot gets the command /lights in telegram turn the lights on',
    trigger: 'telegram/command',
    actions: ['lights_on'],
  },
  {
    say: 'new message in ntfy topic to google chat',
    trigger: 'ntfy/new_message',
    actions: ['google_chat/post_message'],
  },
  { say: 'When an email arrives, send me a notification', trigger: 'email/mail_received', actions: ['notify'] },
  { say: 'turn emails into tasks', trigger: 'email/mail_received', actions: ['add_task'] },
  { say: 'incoming mail -> row in Sheetly', trigger: 'email/mail_received', actions: ['row'] },
  {
    say: 'Forward mail that reaches my secret address to Slack',
    trigger: 'email/mail_received',
    actions: ['slack/post_message'],
  },
  // Tasks, documents, photos, music, sports.
  { say: 'When I finish a task, log it in Sheetly', trigger: 'task_done', actions: ['row'] },
  {
    say: 'Post to Parley when a task is done in Taskpile',
    trigger: 'taskpile/task_done',
    actions: ['parley/send_message'],
  },
  { say: 'sync new Taskpile tasks to Todoist', trigger: 'taskpile/new_task', actions: ['todoist/add_task'] },
  { say: 'new todoist task -> spreadsheet', trigger: 'todoist/new_task', actions: ['row'] },
  { say: 'When a row is added to my spreadsheet, email me', trigger: 'row', actions: ['email'] },
  { say: 'new line in sheetly => message in teams', trigger: 'row', actions: ['teams/post_message'] },
  {
    say: 'Upload photos from my phone to a Pixbin album',
    trigger: 'pixbin/phone_photo',
    actions: ['pixbin/add_photo'],
  },
  { say: 'back up my pictures', trigger: 'pixbin/phone_photo', actions: ['pixbin/back_up'] },
  {
    say: 'when a photo is added to my album send it to telegram as a photo',
    trigger: 'pixbin/new_photo',
    actions: ['telegram/send_photo'],
  },
  { say: 'share new photos of an album on chirp', trigger: 'pixbin/new_photo', actions: ['chirp/post'] },
  { say: 'When I add a song to my playlist, tweet it', trigger: 'tunebox/new_track', actions: ['post'] },
  { say: 'new track in tunebox -> bluesky', trigger: 'tunebox/new_track', actions: ['bluesky/post'] },
  {
    say: 'Add a song to my Tunebox playlist when I press a button',
    trigger: 'button/pressed',
    actions: ['tunebox/add_track'],
  },
  { say: 'Log every workout from Stride in a spreadsheet', trigger: 'stride/new_activity', actions: ['row'] },
  { say: 'after each run post my distance on chirp', trigger: 'stride/new_activity', actions: ['chirp/post'] },
  { say: 'when i go for a ride add a task to stretch', trigger: 'stride/new_activity', actions: ['add_task'] },
  {
    say: 'log an activity in stride when i check off "gym" in taskpile',
    trigger: 'taskpile/task_done',
    actions: ['stride/log_activity'],
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
  { say: 'Count my button presses', trigger: 'button/pressed', actions: ['store/count'] },
  { say: 'when a counter reaches 100 notify me', trigger: 'store/counter_reaches', actions: ['notify'] },
  { say: 'keep a list of all feed items', trigger: 'feed_item', actions: ['store/add_item'] },
  { say: 'remember the last mail in a value', trigger: 'email/mail_received', actions: ['store/set_value'] },
  {
    say: 'every hour get the json from an api and notify me',
    trigger: 'schedule/every_hour',
    queries: ['webhooks/get_json'],
    actions: ['notify'],
  },
  {
    say: 'when an email comes in, summarize it and send it to me on my phone',
    trigger: 'email/mail_received',
    queries: ['digestly/summarise'],
    actions: ['notify'],
  },
  // Several actions and conditions.
  {
    say: 'When I come home turn on the lights, add a row to a spreadsheet and notify me',
    trigger: 'arrives',
    actions: ['lights_on', 'row', 'notify'],
  },
  {
    say: 'at sunset turn on the lights and then send me a notification',
    trigger: 'sunset',
    actions: ['lights_on', 'notify'],
  },
  {
    say: 'When I star a repo on Octoforge, post it on Chirp, log it in Sheetly and add it to my digest',
    trigger: 'octoforge/new_star',
    actions: ['chirp/post', 'row', 'digest'],
  },
  { say: 'email me new issues only if the title contains "crash"', trigger: 'issue', actions: ['email'], when: true },
  {
    say: 'When a mail arrives notify me, unless the subject contains newsletter',
    trigger: 'email/mail_received',
    actions: ['notify'],
    when: true,
  },
  {
    say: 'turn on the lights when I come home but only if it is after sunset',
    trigger: 'arrives',
    actions: ['lights_on'],
    when: true,
  },
  {
    say: 'if a new feed item is published post it to Slack, but only on weekdays',
    trigger: 'feed_item',
    actions: ['slack/post_message'],
    when: true,
  },
  {
    say: 'at 7 in the morning notify me if it is below 0 degrees',
    trigger: 'daily',
    queries: ['weather'],
    actions: ['notify'],
    when: true,
  },
  {
    say: 'When I mail in an idea, post it to Google Chat and add a Todoist task',
    trigger: 'email/mail_received',
    actions: ['google_chat/post_message', 'todoist/add_task'],
  },
  // Requests that nobody can fulfill.
  { say: 'Play jazz on Spotify when I come home', trigger: 'arrives', actions: [], nobody: ['Spotify'] },
  { say: 'When it rains tomorrow, cancel my gym class', trigger: 'rain_tomorrow', actions: [], nobody: ['gym class'] },
  {
    say: 'When I come home, feed the cat and turn on the lights',
    trigger: 'arrives',
    actions: ['lights_on'],
    nobody: ['cat'],
  },
  { say: 'book a taxi every monday at 8', trigger: 'weekly', actions: [], nobody: ['taxi'] },
  { say: 'When my Tesla is charged, notify me', trigger: null, actions: ['notify'], nobody: ['Tesla'] },
  { say: 'If the stock of Acme falls below 10 dollars, sell it', trigger: null, actions: [], nobody: ['sell'] },
  { say: 'Make me rich', trigger: null, actions: [], nobody: ['rich'] },
  { say: 'asdf qwer', trigger: null, actions: [], nobody: ['asdf'] },
]
