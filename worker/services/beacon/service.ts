import { DEMO_ACCOUNT, defineService, field } from '../format/define-service.ts'

export const beacon = defineService({
  module_name: 'beacon',
  identifier: 'Beacon',
  name: 'Beacon',
  short_name: 'Beacon',
  description: 'Status pings for the jobs that run while you sleep. You hear from it only when one goes quiet.',
  category: 'developers',
  brand_color: '#087f5b',
  popularity: 40,
  base_url: 'https://api.beacon.example',
  connect: { kind: 'key', account: DEMO_ACCOUNT },
  triggers: [],
  queries: [],
  actions: [
    {
      slug: 'ping',
      name: 'Send a ping',
      description: 'Tells a Beacon check that all is well.',
      repeat: 'safe',
      fields: [field('name', 'Name of the check', 'text')],
      http: {
        request: { method: 'post', path: '/api/pings', json: { name: '{{fields.name}}' } },
        result: { id: '$.id' },
      },
      sample: { fields: { name: 'nightly-backup' }, answer: { id: 'B1', name: 'nightly-backup' } },
    },
  ],
})
