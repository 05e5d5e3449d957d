import type { Sentence } from './sentence.ts'

/** Words that are to be sent as they are, in quotes or not. */
export const QUOTED_SENTENCES: readonly Sentence[] = [
  {
    say: 'When I press the button, send "I\'m on my way home" to telegram',
    trigger: 'button/pressed',
    actions: ['telegram/send_message'],
    values: { 'telegram/send_message': { text: "I'm on my way home" } },
  },
  {
    say: 'Post "Good morning, team!" to Slack every weekday at 8:55',
    trigger: 'weekdays',
    at: '55 8 * * 1-5',
    actions: ['slack/post_message'],
    values: { 'slack/post_message': { text: 'Good morning, team!' } },
  },
  {
    say: "email me with the subject 'Rent is due' on the 1st of every month",
    trigger: 'schedule/every_month',
    at: 'any 1 * *',
    actions: ['email'],
    values: { email: { subject: 'Rent is due', 'body?': 'Rent is due' } },
  },
  {
    say: 'at noon toot "It is noon somewhere" on Mastodon',
    trigger: 'daily',
    at: '0 12 * * *',
    actions: ['mastodon/post'],
    values: { 'mastodon/post': { text: 'It is noon somewhere' } },
  },
  {
    say: 'when the site https://shop.example.com is down post “The shop is down again :(” in Discord',
    trigger: 'site_watch/down',
    actions: ['discord/post_message'],
    values: {
      'site_watch/down': { address: 'https://shop.example.com' },
      'discord/post_message': { text: 'The shop is down again :(' },
    },
  },
  {
    say: 'Comment "Thanks for reporting! We will have a look." on each new GitHub issue',
    trigger: 'github/new_issue',
    actions: ['github/create_comment'],
    values: { 'github/create_comment': { body: 'Thanks for reporting! We will have a look.' } },
  },
  {
    say: 'button -> ntfy "doorbell"',
    trigger: 'button/pressed',
    actions: ['ntfy/publish'],
    values: { 'ntfy/publish': { text: 'doorbell' } },
  },
  {
    say: 'If it will rain tomorrow in Porto send me a push saying take the laundry in',
    trigger: 'rain_tomorrow',
    actions: ['notify'],
    values: { rain_tomorrow: { location: 'Porto' }, notify: { text: 'take the laundry in' } },
  },
  {
    say: 'every day at 20:00 send a mail from gmail to grandma@example.com with the subject "Hello from us" and the text "All is well here."',
    trigger: 'daily',
    at: '0 20 * * *',
    actions: ['gmail/send_email'],
    values: { 'gmail/send_email': { to: 'grandma@example.com', subject: 'Hello from us', body: 'All is well here.' } },
  },
  {
    say: 'New follower on Mastodon: toot "welcome aboard!"',
    trigger: 'mastodon/new_follower',
    actions: ['mastodon/post'],
    values: { 'mastodon/post': { text: 'welcome aboard!' } },
  },
  {
    say: 'on the telegram command /menu reply with "Today: soup and bread"',
    trigger: 'telegram/command',
    actions: ['telegram/send_message'],
    values: {
      'telegram/command': { command: ['menu', '/menu'] },
      'telegram/send_message': { text: 'Today: soup and bread' },
    },
  },
  {
    say: "when a merge request is opened in gitlab post 'please review' and its link on zulip",
    trigger: 'gitlab/new_merge_request',
    actions: ['zulip/send_channel_message'],
    values: { 'zulip/send_channel_message': { text: 'please review' } },
    uses: [['MergeRequestUrl']],
  },
  {
    say: 'every thursday 3pm create a trello card called "Take out the trash"',
    trigger: 'weekly',
    at: '0 15 * * 4',
    actions: ['trello/create_card'],
    values: { 'trello/create_card': { name: 'Take out the trash' } },
  },
  {
    say: 'Remind me that the parking meter runs out when I press the button',
    trigger: 'button/pressed',
    actions: ['notify'],
    values: { notify: { text: 'the parking meter runs out' } },
  },
  {
    say: 'set the value "status" to "away" when I press the button',
    trigger: 'button/pressed',
    actions: ['store/set_value'],
    values: { 'store/set_value': { name: 'status', value: 'away' } },
  },
  {
    say: 'append "- fed the cat" to my notion page when the button is pressed',
    trigger: 'button/pressed',
    actions: ['notion/append_text'],
    values: { 'notion/append_text': { text: '- fed the cat' } },
  },
  {
    say: 'open a github issue titled "Weekly dependency check" in acme/website every monday at 9',
    trigger: 'weekly',
    at: '0 9 * * 1',
    actions: ['github/create_issue'],
    values: { 'github/create_issue': { title: 'Weekly dependency check', repository: 'acme/website' } },
  },
]
