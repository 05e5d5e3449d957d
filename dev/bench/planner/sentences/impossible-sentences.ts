import type { Sentence } from './sentence.ts'

/** What no service of the catalog can do, whole or in part. */
export const IMPOSSIBLE_SENTENCES: readonly Sentence[] = [
  {
    say: 'delete all my emails every night',
    trigger: 'daily',
    at: 'night * * *',
    actions: [],
    nobody: ['delete', 'emails'],
  },
  {
    say: 'order more coffee beans when I press the button',
    trigger: 'button/pressed',
    actions: [],
    nobody: ['order', 'coffee beans'],
  },
  {
    say: 'When my car is low on fuel, find the cheapest gas station',
    trigger: null,
    actions: [],
    nobody: ['fuel', 'gas station'],
  },
  {
    say: "unfollow everyone on mastodon who hasn't posted in a year",
    trigger: null,
    actions: [],
    nobody: ['unfollow', 'year'],
  },
  {
    say: 'Set the heating to 21 at 6 in the morning',
    trigger: 'daily',
    at: '0 6 * * *',
    actions: ['home_service'],
    values: {
      home_service: { data: ['21', '{"temperature":21}'], 'service?': 'climate.set_temperature', entity: 'heating' },
    },
    said: { home_service: 'heating 21' },
  },
  {
    say: 'when my package gets delivered text me',
    trigger: null,
    actions: ['notify'],
    nobody: ['package', 'delivered'],
  },
  {
    say: 'translate every incoming telegram message to french',
    trigger: 'telegram/new_message',
    actions: [],
    nobody: ['translate', 'french'],
  },
  {
    say: 'archive trello cards that are older than 30 days',
    trigger: null,
    actions: [],
    nobody: ['archive', 'older', '30 days'],
  },
  {
    say: 'When I get an email with an attachment save the attachment to dropbox',
    trigger: 'email/mail_received',
    actions: [],
    nobody: ['attachment', 'dropbox'],
  },
  {
    say: 'Play my wake up playlist on the Sonos at 7',
    trigger: 'daily',
    at: '0 7 * * *',
    actions: [],
    nobody: ['playlist', 'Sonos'],
  },
  {
    say: 'If my bus is late tell my boss on slack',
    trigger: null,
    actions: ['slack/post_message'],
    nobody: ['bus', 'late'],
  },
  {
    say: 'generate a picture of a cat and post it to mastodon every day at 5pm',
    trigger: 'daily',
    at: '0 17 * * *',
    actions: ['mastodon/post'],
    nobody: ['generate', 'picture', 'cat'],
  },
  {
    say: 'answer all my emails politely',
    trigger: 'email/mail_received',
    actions: [],
    said: { 'email/mail_received': 'emails' },
    nobody: ['answer', 'politely'],
  },
  {
    say: 'close github issues that nobody touched for 60 days',
    trigger: null,
    actions: [],
    nobody: ['close', '60 days'],
  },
  {
    say: 'when we run out of milk, add milk to the shopping list in Todoist',
    trigger: null,
    actions: ['todoist/add_task'],
    values: { 'todoist/add_task': { text: 'milk', project: 'shopping' } },
    nobody: ['run out of milk'],
  },
  { say: 'turn down the volume of the TV during calls', trigger: null, actions: [], nobody: ['volume', 'calls'] },
]
