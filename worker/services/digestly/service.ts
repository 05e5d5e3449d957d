import { defineService, demoOAuth, field, ingredient } from '../format/define-service.ts'

const text = field('text', 'Text', 'textarea')

export const digestly = defineService({
  id: 'digestly',
  name: 'Digestly',
  description: 'Reads the long things for you and sends back the few sentences that matter.',
  keywords: ['summary'],
  category: 'tools',
  color: '#4c3ce0',
  popularity: 64,
  plan: 'pro',
  hosts: ['api.digestly.example'],
  connect: demoOAuth('summarise'),
  queries: [
    {
      slug: 'summarise',
      name: 'Summarize a text',
      description: 'Gives the few sentences that matter.',
      fields: [text, field('sentences', 'Sentences', 'number', { default_value: '2' })],
      ingredients: [ingredient('Summary', 'Summary', 'text', 'The mill turns again.', '$.summary')],
      request: {
        post: '/api/summaries',
        json: { text: '{{fields.text}}', sentences: '{{fields.sentences}}' },
      },
      items: '$',
    },
  ],
  actions: [
    {
      slug: 'add_to_briefing',
      name: 'Add to your briefing',
      description: 'Summarizes an article in your evening briefing.',
      repeat: 'key',
      fields: [text],
      request: { post: '/api/briefing', json: { text: '{{fields.text}}' } },
      result: { id: '$.id' },
    },
  ],
  samples: {
    queries: {
      summarise: {
        fields: { text: 'The mill turns again. It grinds on Saturdays.', sentences: '1' },
        answer: { summary: 'The mill turns again.' },
      },
    },
    actions: {
      add_to_briefing: { fields: { text: 'The mill turns again.' }, answer: { id: 'BR1' } },
    },
  },
})
