import { DEMO_ACCOUNT, defineService, field } from '../format/define-service.ts'

export const beacon = defineService({
  id: 'beacon',
  name: 'Beacon',
  description: 'Status pings for the jobs that run while you sleep. You hear from it only when one goes quiet.',
  category: 'developers',
  color: '#087f5b',
  popularity: 40,
  hosts: ['api.beacon.example'],
  connect: {
    kind: 'key',
    account: DEMO_ACCOUNT,
  },
  actions: [
    {
      slug: 'ping',
      name: 'Send a ping',
      description: 'Tells a Beacon check that all is well.',
      repeat: 'safe',
      fields: [field('name', 'Name of the check', 'text')],
      request: { post: '/api/pings', json: { name: '{{fields.name}}' } },
      result: { id: '$.id' },
    },
  ],
  samples: {
    actions: {
      ping: { fields: { name: 'nightly-backup' }, answer: { id: 'B1', name: 'nightly-backup' } },
    },
  },
})
