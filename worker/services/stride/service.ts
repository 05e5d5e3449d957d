import { defineService, demoOAuth, demoPoll, field, ingredient, optionalField } from '../format/define-service.ts'

export const stride = defineService({
  id: 'stride',
  name: 'Stride',
  description: 'Runs, rides and walks from your watch. Log them, share them, and keep to your goal.',
  keywords: ['run', 'ride', 'walk', 'distance', 'sport'],
  category: 'health',
  color: '#a3e635',
  popularity: 66,
  plan: 'intermediate_pro',
  hosts: ['api.stride.example'],
  connect: demoOAuth('activities:read activities:write'),
  triggers: [
    {
      slug: 'new_activity',
      name: 'New activity',
      description: 'Starts when a run, ride or walk is saved.',
      ingredients: [
        ingredient('Kind', 'Kind', 'text', 'run', '$.kind'),
        ingredient('Distance', 'Distance in meters', 'number', '5200', '$.distance_m'),
        ingredient('Duration', 'Duration in seconds', 'number', '1740', '$.duration_s'),
        ingredient('StartedAt', 'Started at', 'datetime', '2026-03-04T06:30:00.000Z', '$.started_at'),
      ],
      ...demoPoll('/api/activities', '$.activities', { at: '$.started_at' }),
    },
  ],
  queries: [
    {
      slug: 'week_so_far',
      name: 'This week so far',
      description: 'Looks up how far you got this week.',
      ingredients: [
        ingredient('Activities', 'Activities', 'number', '2', '$.activities'),
        ingredient('Distance', 'Distance in meters', 'number', '7300', '$.distance_m'),
        ingredient('Duration', 'Duration in seconds', 'number', '3240', '$.duration_s'),
        ingredient('Since', 'Since', 'datetime', '2026-03-02T00:00:00.000Z', '$.since'),
      ],
      request: { get: '/api/week' },
      items: '$',
    },
  ],
  actions: [
    {
      slug: 'log_activity',
      name: 'Log an activity',
      description: 'Adds an activity by hand.',
      repeat: 'unsafe',
      fields: [field('kind', 'Kind', 'text'), optionalField('distance', 'Distance in meters', 'number')],
      request: {
        post: '/api/activities',
        json: { kind: '{{fields.kind}}', distance_m: '{{fields.distance}}' },
      },
      result: { id: '$.id' },
    },
  ],
  samples: {
    triggers: {
      new_activity: {
        fields: {},
        answer: {
          activities: [
            { id: 'AC01', kind: 'run', distance_m: 5200, duration_s: 1740, started_at: '2026-03-04T06:30:00.000Z' },
          ],
          next_cursor: null,
        },
      },
    },
    queries: {
      week_so_far: {
        fields: {},
        answer: { since: '2026-03-02T00:00:00.000Z', activities: 2, distance_m: 7300, duration_s: 3240 },
      },
    },
    actions: {
      log_activity: { fields: { kind: 'run', distance: '5000' }, answer: { id: 'AC03' } },
    },
  },
})
