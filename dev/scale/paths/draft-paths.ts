import { idOf, userNumber } from '../fill/filled-users.ts'
import { budget, call, pick, type Path } from './path.ts'

const STEPS = [
  { kind: 'choose_step', step: 'trigger', key: 'a', module_name: 'button', slug: 'pressed' },
  { kind: 'choose_step', step: 'action', key: 'b', module_name: 'notifications', slug: 'send' },
  { kind: 'set_fields', key: 'b', fields: { message: 'Pressed at {{PressedAt}}' } },
]

const EVENT = { at: null, run: null, ingredients: { PressedAt: 'now' } }

/** Applets that are being made: begun, changed, checked, tried, made; one's own that is edited; steps that are looked for. */
export const draftPaths: Path[] = [
  call('GET /api/drafts/new', 'much', budget(1, 11, 700)),
  call('GET /api/drafts/new', 'much', budget(2, 21, 1400), {
    of: 'a copy',
    to: '/api/drafts/new?from=button-to-notification',
  }),
  call('POST /api/drafts', 'much', budget(2, 12, 730, 6), {
    body: { changes: STEPS },
    status: 201,
    after: (answer, notes) => notes.set('draft', pick(/"draft":\{"id":(\d+)/, answer)),
  }),
  call('GET /api/drafts/:id', 'much', budget(1, 11, 720), { to: (notes) => `/api/drafts/${notes.get('draft')}` }),
  call('PATCH /api/drafts/:id', 'much', budget(2, 12, 720, 5), {
    to: (notes) => `/api/drafts/${notes.get('draft')}`,
    body: { version: 1, changes: [{ kind: 'set_name', name: 'A press' }] },
  }),
  call('GET /api/drafts', 'much', budget(1, 4, 60)),
  call('POST /api/drafts/:id/check', 'much', budget(1, 11, 720), {
    to: (notes) => `/api/drafts/${notes.get('draft')}/check`,
  }),
  // Its Runner has not heard of its user before.
  call('POST /api/drafts/:id/sample', 'much', budget(16, 36, 3800, 60), {
    to: (notes) => `/api/drafts/${notes.get('draft')}/sample`,
  }),
  call('POST /api/drafts/:id/dry_run', 'much', budget(3, 13, 730, 4), {
    to: (notes) => `/api/drafts/${notes.get('draft')}/dry_run`,
    body: { event: EVENT },
  }),
  call('POST /api/drafts/:id/run_once', 'much', budget(7, 21, 3300, 14), {
    to: (notes) => `/api/drafts/${notes.get('draft')}/run_once`,
    body: { event: EVENT, press: 'press-one' },
    status: 201,
  }),
  call('POST /api/drafts/:id/create', 'much', budget(7, 38, 4600, 40), {
    mayScan: 'sqlite_sequence, which has a row for each table',
    to: (notes) => `/api/drafts/${notes.get('draft')}/create`,
    body: { version: 2 },
    status: 201,
    after: (answer, notes) => notes.set('made', pick(/"applet":\{"id":(\d+)/, answer)),
  }),
  call('GET /api/drafts/new', 'much', budget(3, 22, 1400), {
    of: 'an edit',
    to: (notes) => `/api/drafts/new?applet_id=${notes.get('made')}`,
  }),
  call('POST /api/drafts', 'much', budget(4, 23, 1400, 7), {
    of: 'an edit',
    body: (notes) => ({ applet_id: Number(notes.get('made')), changes: [{ kind: 'set_wait', wait: 60 }] }),
    status: 201,
    after: (answer, notes) => notes.set('edit', pick(/"draft":\{"id":(\d+)/, answer)),
  }),
  call('POST /api/drafts/:id/create', 'much', budget(9, 41, 10500, 32), {
    of: 'an edit',
    to: (notes) => `/api/drafts/${notes.get('edit')}/create`,
    body: { version: 1 },
    status: 201,
  }),
  call('DELETE /api/drafts/:id', 'little', budget(3, 3, 8, 2), {
    before: async ({ db, notes }) => {
      const row = await db
        .prepare("insert into drafts (user_id, doc, created_at, updated_at) values (?, '{}', 1, 1) returning id")
        .bind(idOf('usr', userNumber('little')))
        .first<{ id: number }>()
      notes.set('deleted', String(row?.id))
    },
    to: (notes) => `/api/drafts/${notes.get('deleted')}`,
    status: 204,
  }),
  call('GET /api/steps', 'much', budget(1, 3, 900), { to: '/api/steps?kind=action' }),
  call('GET /api/steps', 'much', budget(2, 6, 400), { of: 'search', to: '/api/steps?kind=action&q=send' }),
]
