import { defineService, field, optionalField } from '../format/define-service.ts'
import { withRequired } from '../format/required-fields.ts'
import { postMessage } from './post-slack-message.ts'
import { probeWebhook, WEBHOOK_PATH } from './probe-webhook.ts'

const fields = [
  field('message', 'Message', 'textarea', { hint: "Slack's own formatting works: *bold*, _italic_, `code`." }),
  optionalField('link', 'Link', 'url'),
  optionalField('link_text', 'Text of the link', 'text'),
]

export const slack = defineService({
  module_name: 'slack',
  identifier: 'Slack',
  name: 'Slack',
  short_name: 'Slack',
  description: 'Post messages to a channel of your Slack workspace.',
  keywords: ['chat', 'channel'],
  category: 'messages',
  brand_color: '#4a154b',
  popularity: 57,
  base_url: 'https://hooks.slack.com',
  terms_url: 'https://slack.com/terms-of-service',
  account_limit: { calls: 1, per: 1 },
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'webhook',
        label: 'Webhook address',
        type: 'secret',
        address: { path: WEBHOOK_PATH },
        hint: 'At api.slack.com/apps: your app, Incoming Webhooks, Add New Webhook, Copy.',
      },
    ],
    account: probeWebhook,
  },
  triggers: [],
  queries: [],
  actions: [
    {
      slug: 'post_message',
      name: 'Post a message',
      description: 'Posts a message to the channel of your webhook. It never pings the whole channel.',
      repeat: 'unsafe',
      fields,
      run: withRequired(fields, postMessage),
      sample: { fields: { message: 'Tea is ready', link: 'https://tea.example' }, answer: 'ok' },
    },
  ],
})
