import { defineService, field, ingredient, optionalField } from '../format/define-service.ts'
import { withRequired } from '../format/required-fields.ts'
import { NTFY } from './ask-ntfy.ts'
import { checkTopic } from './check-topic.ts'
import { pollTopic } from './poll-topic.ts'
import { publishMessage } from './publish-message.ts'

const fields = [
  field('message', 'Message', 'textarea'),
  optionalField('title', 'Title', 'text'),
  field('priority', 'Priority', 'select', {
    default_value: '3',
    options: [
      { label: 'Urgent: rings on', value: '5' },
      { label: 'High', value: '4' },
      { label: 'Normal', value: '3' },
      { label: 'Low: no sound', value: '2' },
      { label: 'Lowest: hidden at first', value: '1' },
    ],
  }),
  optionalField('tags', 'Tags', 'text', {
    hint: 'Separated by commas. Names of emoji, such as warning, become emoji.',
  }),
  optionalField('click', 'Opens when tapped', 'url'),
  optionalField('attach', 'Attached file', 'url'),
]

export const ntfy = defineService({
  ...NTFY,
  description: 'Push notifications to your phone through ntfy.sh or your own ntfy server.',
  keywords: ['push', 'topic'],
  category: 'messages',
  color: '#317f6f',
  popularity: 52,
  terms_url: 'https://ntfy.sh/docs/terms/',
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'server',
        label: 'Server',
        type: 'url',
        base: true,
        default_value: 'https://ntfy.sh',
        hint: 'Keep this unless you have a server of your own.',
      },
      {
        slug: 'topic',
        label: 'Topic',
        type: 'text',
        hint: 'Choose one that is hard to guess: everyone who knows it can read and write.',
      },
      {
        slug: 'token',
        label: 'Access token',
        type: 'secret',
        required: false,
        prefix: 'tk_',
        hint: 'Only for a protected topic. In ntfy: Account, Access tokens.',
      },
    ],
  },
  triggers: [
    {
      slug: 'new_message',
      name: 'New message',
      description: 'Starts for each message in your topic.',
      phrase: 'your topic has a new message',
      ingredients: [
        ingredient('Message', 'Message', 'text', 'The backup is done'),
        ingredient('Title', 'Title', 'text', 'Backup'),
        ingredient('Priority', 'Priority from 1 to 5', 'number', '3'),
        ingredient('Tags', 'Tags', 'text', 'floppy_disk, server'),
        ingredient('ClickUrl', 'Opens when tapped', 'url', 'https://backup.example'),
        ingredient('AttachmentUrl', 'Attached file', 'file_url', 'https://backup.example/log.txt'),
        ingredient('SentAt', 'Sent at', 'datetime', '2026-03-01T12:00:00.000Z'),
      ],
    },
  ],
  actions: [
    {
      slug: 'publish',
      name: 'Send a notification',
      description: 'Sends a notification to everyone who follows your topic.',
      phrase: 'send a notification to your topic',
      repeat: 'unsafe',
      fields,
    },
  ],
  samples: {
    triggers: {
      new_message: {
        fields: {},
        answer: `${JSON.stringify({
          id: 'hwQ2YpKdmg',
          time: Date.UTC(2026, 2, 1, 12) / 1000,
          event: 'message',
          topic: 'backups',
          message: 'The backup is done',
          title: 'Backup',
          priority: 3,
          tags: ['floppy_disk', 'server'],
          click: 'https://backup.example',
          attachment: { name: 'log.txt', url: 'https://backup.example/log.txt' },
        })}\n`,
      },
    },
    actions: {
      publish: {
        fields: { message: 'The backup is done', priority: '3' },
        answer: { id: 'hwQ2YpKdmg', time: 1_772_366_400, event: 'message', topic: 'backups' },
      },
    },
  },
  code: {
    triggers: {
      new_message: { poll: pollTopic },
    },
    actions: {
      publish: { run: withRequired(fields, publishMessage) },
    },
    account: checkTopic,
  },
})
