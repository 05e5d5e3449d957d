import { defineService, demoOAuth, demoPoll, field, ingredient } from '../format/define-service.ts'
import { httpQuery } from '../format/http/http-steps.ts'
import { startOfLocalDay } from '../../contract/shared/local-day.ts'

const mentionIngredients = [
  ingredient('From', 'Who', 'text', '@babbage', '$.from'),
  ingredient('Text', 'Text', 'text', '@ada have you seen the new drawings?', '$.text'),
  ingredient('PostUrl', 'Address', 'url', 'https://chirp.test/babbage/7', '$.url'),
  ingredient('ThreadId', 'Thread', 'text', 'TH01', '$.thread_id'),
  ingredient('PostedAt', 'Posted at', 'datetime', '2026-03-01T08:00:00.000Z', '$.created_at'),
]
const mentionAnswer = {
  mentions: [
    {
      id: 'M01',
      thread_id: 'TH01',
      from: '@babbage',
      text: '@ada have you seen the new drawings?',
      url: 'https://chirp.test/babbage/7',
      created_at: '2026-03-01T08:00:00.000Z',
    },
  ],
  next_cursor: null,
}

export const chirp = defineService({
  id: 'chirp',
  name: 'Chirp',
  description: 'Short posts for everyone. Share what you make and never miss a mention that matters.',
  keywords: ['chirps', 'tweet'],
  category: 'social',
  color: '#0076cb',
  popularity: 88,
  hosts: ['api.chirp.example'],
  connect: demoOAuth('posts:read posts:write'),
  triggers: [
    {
      slug: 'new_mention',
      name: 'Somebody mentions you',
      description: 'Starts for each post that mentions you.',
      ingredients: mentionIngredients,
      ...demoPoll('/api/mentions', '$.mentions'),
    },
    {
      slug: 'new_post',
      name: 'You post',
      description: 'Starts for each of your posts.',
      ingredients: [
        ingredient('Text', 'Text', 'text', 'The weather in the valley is kind today.', '$.text'),
        ingredient('PostUrl', 'Address', 'url', 'https://chirp.test/ada/1', '$.url'),
        ingredient('PostedAt', 'Posted at', 'datetime', '2026-03-01T08:00:00.000Z', '$.created_at'),
      ],
      ...demoPoll('/api/posts', '$.posts'),
    },
  ],
  queries: [
    {
      slug: 'recent_mentions',
      name: 'Recent mentions',
      description: 'Looks up the posts that mentioned you today.',
      ingredients: mentionIngredients,
    },
  ],
  actions: [
    {
      slug: 'post',
      name: 'Post',
      description: 'Posts up to 280 characters in your name.',
      repeat: 'unsafe',
      fields: [field('message', 'Message', 'textarea')],
      request: { post: '/api/posts', json: { text: '{{fields.message}}' } },
      result: { id: '$.id', url: '$.url' },
    },
  ],
  samples: {
    triggers: {
      new_mention: { fields: {}, answer: mentionAnswer },
      new_post: {
        fields: {},
        answer: {
          posts: [
            {
              id: 'P01',
              text: 'The weather in the valley is kind today.',
              url: 'https://chirp.test/ada/1',
              created_at: '2026-03-01T08:00:00.000Z',
            },
          ],
          next_cursor: null,
        },
      },
    },
    queries: {
      recent_mentions: { fields: {}, answer: mentionAnswer },
    },
    actions: {
      post: { fields: { message: 'Hello' }, answer: { id: 'P02', url: 'https://chirp.test/ada/2' } },
    },
  },
  code: {
    queries: {
      recent_mentions: (call, io) => {
        const since = new Date(startOfLocalDay(io.now, io.timezone)).toISOString()
        const request = { get: '/api/mentions', query: { limit: '50', since } }
        const step = { ingredients: mentionIngredients, request, items: '$.mentions' }
        return httpQuery({ id: 'chirp', name: 'Chirp', hosts: [] }, step)(call, io)
      },
    },
  },
})
