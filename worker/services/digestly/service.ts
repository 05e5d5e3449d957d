import { defineService, demoOAuth, field, ingredient } from '../format/define-service.ts'

const text = field('text', 'Text', 'textarea')

export const digestly = defineService({
  module_name: 'digestly',
  identifier: 'Digestly',
  name: 'Digestly',
  short_name: 'Digestly',
  description: 'Reads the long things for you and sends back the few sentences that matter.',
  keywords: ['summary'],
  category: 'tools',
  brand_color: '#4c3ce0',
  popularity: 64,
  minimum_tier: 'pro',
  base_url: 'https://api.digestly.example',
  connect: demoOAuth(['summarise']),
  triggers: [],
  queries: [
    {
      slug: 'summarise',
      name: 'Summarize a text',
      description: 'Gives the few sentences that matter.',
      fields: [text, field('sentences', 'Sentences', 'number', { default_value: '2' })],
      ingredients: [ingredient('Summary', 'Summary', 'text', 'The mill turns again.', '$.summary')],
      http: {
        request: {
          method: 'post',
          path: '/api/summaries',
          json: { text: '{{fields.text}}', sentences: '{{fields.sentences}}' },
        },
        items: '$',
      },
      sample: {
        fields: { text: 'The mill turns again. It grinds on Saturdays.', sentences: '1' },
        answer: { summary: 'The mill turns again.' },
      },
    },
  ],
  actions: [
    {
      slug: 'add_to_briefing',
      name: 'Add to your briefing',
      description: 'Summarizes an article in your evening briefing.',
      repeat: 'key',
      fields: [text],
      http: {
        request: { method: 'post', path: '/api/briefing', json: { text: '{{fields.text}}' } },
        result: { id: '$.id' },
      },
      sample: { fields: { text: 'The mill turns again.' }, answer: { id: 'BR1' } },
    },
  ],
})
