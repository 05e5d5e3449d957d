import { defineService, field, optionalField } from '../format/define-service.ts'
import { withRequired } from '../format/required-fields.ts'
import { postMessage } from './post-slack-message.ts'
import { probeWebhook } from './probe-webhook.ts'

const fields = [
  field('message', 'Message', 'textarea', { hint: "Slack's own formatting works: *bold*, _italic_, `code`." }),
  optionalField('link', 'Link', 'url'),
  optionalField('link_text', 'Text of the link', 'text'),
]

export const slack = defineService({
  id: 'slack',
  name: 'Slack',
  description: 'Post messages to a channel of your Slack workspace.',
  keywords: ['chat', 'channel'],
  category: 'messages',
  color: '#4a154b',
  popularity: 57,
  hosts: ['hooks.slack.com'],
  terms_url: 'https://slack.com/terms-of-service',
  account_limit: { calls: 1, per: 1 },
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'webhook',
        label: 'Webhook address',
        type: 'secret',
        address: '/services/{team}/{webhook}/{secret}',
        hint: 'At api.slack.com/apps: your app, Incoming Webhooks, Add New Webhook, Copy.',
      },
    ],
  },
  actions: [
    {
      slug: 'post_message',
      name: 'Post a message',
      description: 'Posts a message to the channel of your webhook. It never pings the whole channel.',
      phrase: 'post a message to your channel',
      repeat: 'unsafe',
      fields,
    },
  ],
  samples: {
    actions: {
      post_message: { fields: { message: 'Tea is ready', link: 'https://tea.example' }, answer: 'ok' },
    },
  },
  code: {
    actions: {
      post_message: { run: withRequired(fields, postMessage) },
    },
    account: probeWebhook,
  },
})
