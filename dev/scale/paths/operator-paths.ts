import { FIRST_APPLET } from '../fill/filled-users.ts'
import { budget, call, type Path } from './path.ts'

/** What an operator sees and changes. */
export const operatorPaths: Path[] = [
  call('GET /api/operator', 'usr_proplus', budget(5, 10, 420)),
  call('PATCH /api/operator/services/:module_name', 'usr_proplus', budget(4, 4, 12, 8), {
    to: '/api/operator/services/tunebox',
    body: { running: true },
  }),
  call('GET /api/operator/moderation', 'usr_proplus', budget(2, 5, 40)),
  call('POST /api/operator/applets/:id/dismiss_reports', 'usr_proplus', budget(3, 4, 22, 6), {
    to: `/api/operator/applets/${FIRST_APPLET + 5}/dismiss_reports`,
  }),
  // With the job that it queues: the first portions of its Runners, and the mail.
  call('PATCH /api/operator/applets/:id', 'usr_proplus', budget(18, 24, 140, 50), {
    to: `/api/operator/applets/${FIRST_APPLET + 5}`,
    body: { taken_down: true, reason: 'It sends spam.' },
  }),
  call('PATCH /api/operator/authors/:login', 'usr_proplus', budget(18, 24, 140, 50), {
    to: '/api/operator/authors/person9',
    body: { taken_down: true, reason: 'All of it.' },
  }),
  // With the job that it queues.
  call('POST /api/operator/stripe_events/:id/replay', 'usr_proplus', budget(12, 28, 42, 15), {
    before: async ({ db, notes }) => {
      const id = await db.prepare('select id from stripe_events where parked is not null limit 1').first<string>('id')
      notes.set('parked event', id ?? '')
    },
    to: (notes) => `/api/operator/stripe_events/${notes.get('parked event')}/replay`,
  }),
]
