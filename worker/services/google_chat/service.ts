import { defineService, field, optionalField } from '../format/define-service.ts'
import { withRequired } from '../format/required-fields.ts'
import { postMessage } from './post-chat-message.ts'
import { readSpace } from './read-space.ts'

const fields = [
  field('message', 'Message', 'textarea', { hint: "Google Chat's own formatting works: *bold*, _italic_, `code`." }),
  optionalField('title', 'Title', 'text'),
  optionalField('image_url', 'Image', 'url'),
  optionalField('link', 'Link', 'url'),
  optionalField('link_text', 'Text of the link', 'text'),
]

export const googleChat = defineService({
  id: 'google_chat',
  name: 'Google Chat',
  description: 'Post messages and cards to a space of Google Chat.',
  keywords: ['chat', 'space'],
  category: 'messages',
  color: '#1e7b34',
  popularity: 54,
  hosts: ['chat.googleapis.com'],
  terms_url: 'https://policies.google.com/terms',
  account_limit: { calls: 1, per: 1 },
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'webhook',
        label: 'Webhook address',
        type: 'secret',
        address: ['/v1/spaces/{space}/messages', '/v1/spaces/{space}/messages?{query*}'],
        hint: 'In Google Chat: the space, Apps & integrations, Webhooks, Add webhook, Copy link.',
      },
    ],
  },
  actions: [
    {
      slug: 'post_message',
      name: 'Post a message',
      description: 'Posts a message to the space of your webhook.',
      phrase: 'post a message to your space',
      repeat: 'key',
      fields,
    },
  ],
  samples: {
    actions: {
      post_message: {
        fields: { message: 'Tea is ready' },
        answer: { name: 'spaces/AAAAexample/messages/BBBB.BBBB', text: 'Tea is ready' },
      },
    },
  },
  code: {
    actions: {
      post_message: { run: withRequired(fields, postMessage) },
    },
    account: readSpace,
  },
})
