import { defineService, field, optionalField } from '../format/define-service.ts'
import { withRequired } from '../format/required-fields.ts'
import { discordWebhook, readWebhook } from './read-webhook.ts'
import { postMessage } from './post-discord-message.ts'

const fields = [
  field('message', 'Message', 'textarea', { hint: 'Discord shows at most 2,000 characters.' }),
  optionalField('username', 'Shown as', 'text', { hint: "Empty: the webhook's own name." }),
  optionalField('avatar_url', 'Picture of the sender', 'url'),
  optionalField('title', 'Title of the card', 'text', { hint: 'A card stands below the message.' }),
  optionalField('link', 'Link of the card', 'url'),
  optionalField('image_url', 'Image of the card', 'url'),
]

export const discord = defineService({
  id: discordWebhook.id,
  name: discordWebhook.name,
  description: 'Post messages to a channel of your Discord server.',
  keywords: ['chat', 'channel'],
  category: 'messages',
  color: '#4752c4',
  popularity: 58,
  hosts: discordWebhook.hosts,
  terms_url: 'https://discord.com/terms',
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'webhook',
        label: 'Webhook address',
        type: 'secret',
        address: [
          '/api/webhooks/{webhook}/{secret}',
          '/api/webhooks/{webhook}/{secret}?{query*}',
          '/api/v{version}/webhooks/{webhook}/{secret}',
          '/api/v{version}/webhooks/{webhook}/{secret}?{query*}',
        ],
        hint: 'In Discord: the channel, Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.',
      },
    ],
  },
  actions: [
    {
      slug: 'post_message',
      name: 'Post a message',
      description: 'Posts a message to the channel of your webhook. It never pings anyone.',
      phrase: 'post a message to your channel',
      repeat: 'unsafe',
      fields,
    },
  ],
  samples: {
    actions: {
      post_message: {
        fields: { message: 'Tea is ready' },
        answer: { id: '1300000000000000001', channel_id: '1200000000000000001', content: 'Tea is ready' },
      },
    },
  },
  code: {
    actions: {
      post_message: { run: withRequired(fields, postMessage) },
    },
    account: readWebhook,
  },
})
