import { defineService, demoOAuth, demoPoll, field, ingredient, liveOptions } from '../format/define-service.ts'

const channel = field('channel', 'Channel', 'select', liveOptions('channels'))
const messages = '/api/channels/{{fields.channel}}/messages'
const messageIngredients = [
  ingredient('Text', 'Text', 'text', 'Good morning', '$.text'),
  ingredient('From', 'Who', 'text', 'babbage', '$.from'),
  ingredient('MessageUrl', 'Address', 'url', 'https://parley.test/C01/1', '$.url'),
  ingredient('SentAt', 'Sent at', 'datetime', '2026-03-01T08:00:00.000Z', '$.created_at'),
]
const messageAnswer = {
  messages: [
    {
      id: 'T01',
      text: 'Good morning',
      from: 'babbage',
      url: 'https://parley.test/C01/1',
      created_at: '2026-03-01T08:00:00.000Z',
    },
  ],
  next_cursor: null,
}

export const parley = defineService({
  id: 'parley',
  name: 'Parley',
  description: 'Chat for teams and families. Send a message to a channel, or act on what people say there.',
  keywords: ['chat', 'channel'],
  category: 'messages',
  color: '#7b2d8e',
  popularity: 86,
  hosts: ['api.parley.example'],
  connect: demoOAuth('channels:read messages:write'),
  triggers: [
    {
      slug: 'new_message',
      name: 'New message',
      description: 'Starts for each message in a channel.',
      fields: [channel],
      ingredients: messageIngredients,
      ...demoPoll(messages, '$.messages'),
    },
  ],
  queries: [
    {
      slug: 'recent_messages',
      name: 'Recent messages',
      description: 'Looks up the last messages of a channel.',
      fields: [channel],
      ingredients: messageIngredients,
      request: { get: messages, query: { limit: '50' } },
      items: '$.messages',
    },
  ],
  actions: [
    {
      slug: 'send_message',
      name: 'Send a message',
      description: 'Sends a message to a channel you are in.',
      repeat: 'key',
      fields: [channel, field('message', 'Message', 'textarea')],
      request: { post: messages, json: { text: '{{fields.message}}' } },
      result: { id: '$.id', url: '$.url' },
    },
  ],
  samples: {
    triggers: {
      new_message: { fields: { channel: 'C01' }, answer: messageAnswer },
    },
    queries: {
      recent_messages: { fields: { channel: 'C01' }, answer: messageAnswer },
    },
    actions: {
      send_message: {
        fields: { channel: 'C01', message: 'Hello' },
        answer: { id: 'T02', url: 'https://parley.test/C01/2' },
      },
    },
  },
})
