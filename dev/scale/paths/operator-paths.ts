import { budget, call, type Path } from './path.ts'

/** What an operator sees and changes. */
export const operatorPaths: Path[] = [
  call('GET /api/operator', 'usr_proplus', budget(2, 7, 400)),
  call('PATCH /api/operator/services/:module_name', 'usr_proplus', budget(4, 4, 12, 8), {
    to: '/api/operator/services/tunebox',
    body: { running: true },
  }),
  // With the job that it queues.
  call('POST /api/operator/stripe_events/:id/replay', 'usr_proplus', budget(12, 27, 42, 15), {
    before: async ({ db, notes }) => {
      const id = await db.prepare('select id from stripe_events where parked is not null limit 1').first<string>('id')
      notes.set('parked event', id ?? '')
    },
    to: (notes) => `/api/operator/stripe_events/${notes.get('parked event')}/replay`,
  }),
]
