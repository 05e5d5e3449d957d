import { defineService, field, ingredient, optionalField } from '../format/define-service.ts'
import { explainRefusal, methodAddress, TELEGRAM } from './ask-telegram.ts'
import { listChats } from './list-chats.ts'
import { followBot, leaveBot, unfollowBot } from './follow-bot.ts'
import { commandUpdate, messageUpdate } from './read-update.ts'

/** Known by its name: its request is code. */
const CHATS = methodAddress('getUpdates')
const from_chat = optionalField('chat', 'Only from this chat', 'text', {
  hint: 'Leave it empty for all chats that the bot is in.',
  options: { get: CHATS },
})
const to_chat = field('chat', 'Chat', 'text', {
  destination: true,
  hint: 'Write to your bot in Telegram first, then choose the chat here. Of a public channel, type the @name.',
  options: { get: CHATS },
})
const silent = field('silent', 'Without a sound', 'select', {
  default_value: 'no',
  options: [
    { label: 'No', value: 'no' },
    { label: 'Yes', value: 'yes' },
  ],
})
const quietly = { $switch: '{{fields.silent}}', yes: true }
const messageFields = [to_chat, field('message', 'Message', 'textarea'), silent]
const photoFields = [to_chat, field('photo', 'Photo', 'url'), optionalField('caption', 'Caption', 'textarea'), silent]

const message = (text: string) => [
  ingredient('Text', 'Text', 'text', text),
  ingredient('From', 'Who', 'text', 'Ada Lovelace'),
  ingredient('FromUsername', 'User name', 'text', 'ada'),
  ingredient('ChatId', 'Id of the chat', 'text', '4001'),
  ingredient('ChatName', 'Name of the chat', 'text', 'Ada'),
  ingredient('SentAt', 'Sent at', 'datetime', '2026-03-01T12:00:00.000Z'),
]
const update = (text: string) => ({
  update_id: 7001,
  message: {
    message_id: 12,
    date: Date.UTC(2026, 2, 1, 12) / 1000,
    chat: { id: 4001, type: 'private', first_name: 'Ada', username: 'ada' },
    from: { id: 4001, is_bot: false, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' },
    text,
  },
})
const sent = {
  ok: true,
  result: { message_id: 13, date: 1_772_366_400, chat: { id: 4001, type: 'private', first_name: 'Ada' } },
}

const bot = {
  id: 700_100_200,
  is_bot: true,
  first_name: 'Kettle',
  username: 'kettle_bot',
  can_join_groups: true,
  can_read_all_group_messages: false,
  can_manage_bots: false,
  supports_guest_queries: false,
  supports_inline_queries: false,
  supports_join_request_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
}

export const telegram = defineService({
  ...TELEGRAM,
  description: 'A bot of your own: send messages and photos, and act on what people write to it.',
  keywords: ['chat', 'bot'],
  category: 'messages',
  color: '#1b7ab3',
  popularity: 56,
  terms_url: 'https://telegram.org/tos/bot-developers',
  triggers: [
    {
      slug: 'new_message',
      name: 'New message',
      description: 'Starts for each message with text that your bot can see, except for commands.',
      phrase: 'your bot gets a message',
      fields: [from_chat],
      ingredients: message('Good morning'),
    },
    {
      slug: 'command',
      name: 'Command',
      description: 'Starts when someone writes a command such as /lights to your bot.',
      phrase: 'your bot gets a command',
      sentence: 'your bot gets the command {{fields.command}}',
      fields: [field('command', 'Command', 'text', { hint: 'Without the slash, such as lights.' }), from_chat],
      ingredients: [
        ...message('/lights on'),
        ingredient('Command', 'Command', 'text', 'lights'),
        ingredient('Arguments', 'What follows it', 'text', 'on'),
      ],
    },
  ],
  actions: [
    {
      slug: 'send_message',
      name: 'Send a message',
      description: 'Sends a message from your bot to a chat.',
      phrase: 'send a message to a chat',
      sentence: 'send a message to {{fields.chat}}',
      repeat: 'unsafe',
      fields: messageFields,
      request: {
        post: methodAddress('sendMessage'),
        json: {
          chat_id: '{{fields.chat | trim}}',
          text: '{{fields.message | cut: "4096"}}',
          disable_notification: quietly,
        },
      },
      result: { id: '$.result.message_id' },
    },
    {
      slug: 'send_photo',
      name: 'Send a photo',
      description: 'Sends a photo from the web to a chat.',
      phrase: 'send a photo to a chat',
      sentence: 'send a photo to {{fields.chat}}',
      repeat: 'unsafe',
      fields: photoFields,
      // Telegram fetches the picture itself.
      request: {
        post: methodAddress('sendPhoto'),
        json: {
          chat_id: '{{fields.chat | trim}}',
          photo: '{{fields.photo}}',
          caption: '{{fields.caption | cut: "1024"}}',
          disable_notification: quietly,
        },
      },
      result: { id: '$.result.message_id' },
    },
  ],
  samples: {
    account: { ok: true, result: bot },
    triggers: {
      new_message: { fields: {}, answer: update('Good morning') },
      command: { fields: { command: 'lights' }, answer: update('/lights on') },
    },
    actions: {
      send_message: { fields: { chat: '4001', message: 'Good morning', silent: 'no' }, answer: sent },
      send_photo: { fields: { chat: '4001', photo: 'https://tea.example/tea.png', silent: 'no' }, answer: sent },
    },
  },
  code: {
    triggers: {
      new_message: { follow: followBot, leave: leaveBot, push: messageUpdate },
      command: { follow: followBot, leave: leaveBot, push: commandUpdate },
    },
    options: { [CHATS]: listChats },
    explain: explainRefusal,
    disconnect: unfollowBot,
  },
})
