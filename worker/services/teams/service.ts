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

export const teams = defineService({
  module_name: 'teams',
  identifier: 'MicrosoftTeams',
  name: 'Microsoft Teams',
  short_name: 'Microsoft Teams',
  description: 'Post cards to a channel or a chat of Microsoft Teams.',
  keywords: ['chat', 'channel'],
  category: 'messages',
  brand_color: '#4b53bc',
  popularity: 55,
  base_url: 'https://logic.azure.com',
  terms_url: 'https://www.microsoft.com/servicesagreement',
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'webhook',
        label: 'Address of the workflow',
        type: 'secret',
        address: {
          host: /^[\w-]+(?:\.[\w-]+)*\.(?:logic\.azure\.com|api\.powerplatform\.com)$/,
          path: /^(?:\/powerautomate\/automations\/direct)?\/workflows\/[0-9a-f]{32}\/triggers\/[\w-]+\/paths\/invoke\/?$/,
        },
        hint: 'In Teams: the channel, Workflows, “Send webhook alerts to a channel”. Copy the address at the end.',
      },
    ],
    account: readWorkflow,
  },
  triggers: [],
  queries: [],
  actions: [
    {
      slug: 'post_message',
      name: 'Post a message',
      description: 'Posts a card to the channel or the chat of your workflow.',
      repeat: 'unsafe',
      fields,
      run: withRequired(fields, postCard),
      sample: { fields: { message: 'Tea is ready', title: 'Kitchen' }, answer: '' },
    },
  ],
})
