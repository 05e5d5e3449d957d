import type { Sentence } from './sentence.ts'

/**
 * Fifty sentences written before the planner and its words. Nothing is tuned to them: their score says what to expect.
 */
export const HELD_OUT_SENTENCES: readonly Sentence[] = [
  {
    say: 'Put each repo I star on GitHub into a spreadsheet',
    trigger: 'github/new_starred_repository',
    actions: ['row'],
  },
  { say: 'ping me when my blog goes offline', trigger: 'site_watch/down', actions: ['notify'] },
  {
    say: 'Every morning at 7 send me a notification with the weather',
    trigger: 'daily',
    queries: ['weather'],
    actions: ['notify'],
  },
  { say: 'turn off all the lights when everyone has left the house', trigger: 'home_state', actions: ['lights_off'] },
  { say: 'porch light on at dusk', trigger: 'sunset', actions: ['lights_on'] },
  {
    say: 'If someone opens an issue on GitHub, post it in Slack',
    trigger: 'github/new_issue',
    actions: ['slack/post_message'],
  },
  { say: 'mail me new articles from a rss feed', trigger: 'feed_item', actions: ['email'] },
  {
    say: 'When I plan a meeting, write it down in Google Sheets',
    trigger: 'google_calendar/new_event',
    actions: ['row'],
  },
  {
    say: 'reply to every comment that people leave on my blog in wordpress',
    trigger: 'wordpress/new_comment',
    actions: ['wordpress/reply_to_comment'],
  },
  { say: 'emial me when somone mentions me on bluesky', trigger: 'bluesky/new_mention', actions: ['email'] },
  { say: 'Warn me the evening before it rains', trigger: 'rain_tomorrow', actions: ['notify'] },
  { say: 'when the temperature drops under 0 switch the heater on', trigger: 'colder_than', actions: ['switch_on'] },
  { say: 'weekdays at 8:30 remind me to take my pills', trigger: 'weekdays', actions: ['notify'] },
  {
    say: 'Each Friday at 5pm tell our Teams channel to fill in their hours',
    trigger: 'weekly',
    actions: ['teams/post_message'],
  },
  {
    say: 'New mail to my secret address -> task in Todoist',
    trigger: 'email/mail_received',
    actions: ['todoist/add_task'],
  },
  { say: 'Blink the lights if a door is left open', trigger: 'home_state', actions: ['home_service'] },
  {
    say: 'log when I check off a todo in Todoist to a spreadsheet and tell me',
    trigger: 'todoist/task_completed',
    actions: ['row', 'notify'],
  },
  {
    say: 'post my new GitHub releases to Mastodon and Discord',
    trigger: 'github/new_release',
    actions: ['mastodon/post', 'discord/post_message'],
  },
  {
    say: 'When a webhook comes in, send the body to telegram',
    trigger: 'webhooks/web_request',
    actions: ['telegram/send_message'],
  },
  { say: 'order me a pizza every friday evening', trigger: 'weekly', actions: [], nobody: ['pizza'] },
  { say: 'When I press the button, count how many coffees I had', trigger: 'button/pressed', actions: ['store/count'] },
  { say: 'let me know once the counter coffee gets to 5', trigger: 'store/counter_reaches', actions: ['notify'] },
  { say: 'Add posts from my WordPress blog to a list', trigger: 'wordpress/new_post', actions: ['store/add_item'] },
  { say: 'Notify me about new commits', trigger: 'github/new_commit', actions: ['notify'] },
  {
    say: 'If my server comes back up send a message in matrix',
    trigger: 'site_watch/up',
    actions: ['matrix/send_message'],
  },
  {
    say: 'every hour check if the shop page still answers and write it into a sheet',
    trigger: 'schedule/every_hour',
    queries: ['site_watch/status'],
    actions: ['row'],
  },
  {
    say: 'at sunset turn on the garden lamp but only if somebody posted nothing, no: only on saturdays',
    trigger: 'sunset',
    actions: ['lights_on'],
    when: true,
  },
  { say: 'Every day at 6 pm email me my open tasks', trigger: 'daily', queries: ['open_tasks'], actions: ['email'] },
  { say: 'when i get home play the scene welcome', trigger: 'home_state', actions: ['scene'] },
  {
    say: 'When the price page changes, let me know and add it to my daily digest',
    trigger: 'site_watch/changed',
    actions: ['notify', 'digest'],
  },
  { say: 'call my mother when the sun goes down', trigger: 'sunset', actions: [], nobody: ['mother'] },
  {
    say: 'someone follows me on Bluesky? add a row with their name',
    trigger: 'bluesky/new_follower',
    actions: ['row'],
  },
  {
    say: 'open an issue on gitlab whenever somebody writes /bug to my telegram bot',
    trigger: 'telegram/command',
    actions: ['gitlab/create_issue'],
  },
  { say: 'first of every month: email me to pay the rent', trigger: 'schedule/every_month', actions: ['email'] },
  {
    say: 'On 24 December each year post "Merry Christmas" on Mastodon',
    trigger: 'schedule/every_year',
    actions: ['mastodon/post'],
  },
  { say: 'If the wind is stronger than 15 notify me', trigger: 'weather/wind_above', actions: ['notify'] },
  {
    say: 'New feed items that mention "workers" should go to Slack',
    trigger: 'feeds/new_item_matches',
    actions: ['slack/post_message'],
  },
  { say: 'dim the lights to 30 at sunset', trigger: 'sunset', actions: ['home_service'] },
  {
    say: 'every evening at 9 turn off the lights and send me a message on my phone',
    trigger: 'daily',
    actions: ['lights_off', 'notify'],
  },
  {
    say: 'When a new row is added in google sheets open a github issue with it',
    trigger: 'google_sheets/new_row',
    actions: ['github/create_issue'],
  },
  {
    say: 'fetch my appointments of today when i press the button and mail them to me',
    trigger: 'button/pressed',
    queries: ['google_calendar/events_today'],
    actions: ['email'],
  },
  {
    say: 'ntfy when a Home Assistant sensor goes above 30',
    trigger: 'home_assistant/state_above',
    actions: ['ntfy/publish'],
  },
  {
    say: 'Each time somebody joins my Zoom call, blink the lights',
    trigger: null,
    actions: ['home_service'],
    nobody: ['Zoom'],
  },
  { say: 'save a message from zulip as a task', trigger: 'zulip/new_message', actions: ['add_task'] },
  { say: 'text me if it gets hotter than 30 degrees in Rome', trigger: 'weather/warmer_than', actions: ['notify'] },
  {
    say: 'When I add something to trello then add it to todoist as well',
    trigger: 'trello/new_card',
    actions: ['todoist/add_task'],
  },
  {
    say: 'Save a card to my board whenever someone sends it to the hook',
    trigger: 'webhooks/web_request',
    actions: ['trello/create_card'],
  },
  {
    say: 'Every monday 9am give me a list of the open issues by email and water the plants',
    trigger: 'weekly',
    queries: ['open_issues'],
    actions: ['email'],
    nobody: ['plants'],
  },
  { say: 'sunrise = lights off', trigger: 'sunrise', actions: ['lights_off'] },
  {
    say: 'tell google chat when a pull request is opened',
    trigger: 'github/new_pull_request',
    actions: ['google_chat/post_message'],
  },
]
