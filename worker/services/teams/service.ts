import { defineService, field, optionalField } from '../format/define-service.ts'
import { withRequired } from '../format/required-fields.ts'
import { postCard } from './post-card.ts'
import { readWorkflow } from './read-workflow.ts'

const fields = [
  field('message', 'Message', 'textarea'),
  optionalField('title', 'Title', 'text'),
  optionalField('image_url', 'Image', 'url'),
  optionalField('link', 'Link', 'url'),
  optionalField('link_text', 'Text of the link', 'text'),
]

/** Of a workflow of Power Automate. */
const DIRECT = '/powerautomate/automations/direct/workflows/{workflow}/triggers/{trigger}/paths/invoke{query*}'

export const teams = defineService({
  id: 'teams',
  name: 'Microsoft Teams',
  description: 'Post cards to a channel or a chat of Microsoft Teams.',
  keywords: ['chat', 'channel'],
  category: 'messages',
  color: '#4b53bc',
  popularity: 55,
  hosts: ['logic.azure.com'],
  terms_url: 'https://www.microsoft.com/servicesagreement',
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'webhook',
        label: 'Address of the workflow',
        type: 'secret',
        address: [
          'https://{region*}.logic.azure.com/workflows/{workflow}/triggers/{trigger}/paths/invoke{query*}',
          `https://{region*}.api.powerplatform.com${DIRECT}`,
          '/workflows/{workflow}/triggers/{trigger}/paths/invoke{query*}',
          DIRECT,
        ],
        hint: 'In Teams: the channel, Workflows, “Send webhook alerts to a channel”. Copy the address at the end.',
      },
    ],
  },
  actions: [
    {
      slug: 'post_message',
      name: 'Post a message',
      description: 'Posts a card to the channel or the chat of your workflow.',
      phrase: 'post a card to your channel',
      repeat: 'unsafe',
      fields,
    },
  ],
  samples: {
    actions: {
      post_message: { fields: { message: 'Tea is ready', title: 'Kitchen' }, answer: '' },
    },
  },
  code: {
    actions: {
      post_message: { run: withRequired(fields, postCard) },
    },
    account: readWorkflow,
  },
})
