import { createECDH, randomBytes } from 'node:crypto'
import { budget, call, pick, type Notes, type Path } from './path.ts'
import { client } from '../../services/oauth/registered-client.ts'

const HOOK = 'hook-to-notification'
/** As a browser makes them: a point of P-256 and 16 bytes. */
const BROWSER_KEYS = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const EVENT = { body: '{"Value1":"somebody"}', headers: { 'content-type': 'application/json' } }

/** Events that come in, the runs that they start, and what a user does with those. Runs themselves are in the user's Runner. */
export const runPaths: Path[] = [
  call('POST /hooks/:key', 'visitor', budget(1, 2, 3, 7), {
    to: (notes) => notes.get('hook'),
    machine: () => EVENT,
    status: 202,
    after: (answer, notes) => notes.set('receipt', pick(/"receipt":"([^"]+)"/, answer)),
  }),
  // A Runner that has just begun a run may tell D1 while these are answered.
  call('GET /hooks/:key', 'visitor', budget(2, 4, 4000, 10), { to: (notes) => `${notes.get('hook')}?challenge=abc` }),
  call('GET /hooks/:key/receipts/:receipt', 'visitor', budget(2, 4, 4000, 10), {
    to: (notes) => `${notes.get('hook')}/receipts/${notes.get('receipt')}`,
  }),
  call('GET /api/maker_key', 'much', budget(2, 2, 8)),
  call('GET /api/maker_key/url', 'much', budget(2, 2, 8)),
  call('POST /api/maker_key', 'much', budget(7, 14, 5900, 13), {
    status: 201,
    after: (answer, notes) => notes.set('maker', pick(/"key":"([^"]+)"/, answer)),
  }),
  ...(['GET', 'POST'] as const).flatMap((method) =>
    (['', '/json'] as const).map((json) =>
      // A run that has just begun may read D1 while this is answered.
      call(`${method} /trigger/:event${json}/with/key/:key`, 'visitor', budget(3, 3, 20), {
        to: (notes) => `/trigger/door${json}/with/key/${notes.get('maker')}`,
        ...(method === 'POST' && { machine: () => EVENT }),
      }),
    ),
  ),
  call('POST /v1/notifications', 'visitor', budget(1, 1, 17, 2), {
    machine: () => ({
      body: JSON.stringify({ data: [{ user_id: 'octoforge-10' }, { trigger_identity: 'unknown' }] }),
      headers: { 'content-type': 'application/json', 'ifttt-service-key': client.serviceKeyFor('octoforge') },
    }),
  }),
  // What follows a feed is in Durable Objects: D1 knows nothing of it.
  ...(['GET', 'POST'] as const).map((method) =>
    call(`${method} /websub/:source/:secret`, 'visitor', budget(0, 0, 0), {
      to: () => `/websub/${'0'.repeat(64)}/unknown`,
      ...(method === 'POST' && { machine: () => EVENT }),
      status: 404,
    }),
  ),
  // Drafts that were tried are named too.
  call('GET /api/runs', 'much', budget(3, 5, 160), {
    after: (answer, notes) => notes.set('run', pick(/"id":"([0-9A-Z]{26})"/, answer)),
  }),
  call('GET /api/runs', 'much', budget(2, 4, 160), { of: 'search', to: '/api/runs?q=door' }),
  call('GET /api/runs/days', 'much', budget(1, 2, 8)),
  call('GET /api/runs/:id', 'much', budget(3, 5, 30), { to: (notes) => `/api/runs/${notes.get('run')}` }),
  call('POST /api/runs/replay', 'much', budget(1, 2, 8), { body: { filter: 'failed' } }),
  call('POST /api/runs/:id/replay', 'much', budget(1, 2, 8), {
    to: (notes) => `/api/runs/${notes.get('run')}/replay`,
    body: {},
    status: 409,
  }),
  call('POST /api/runs/:id/again', 'much', budget(1, 2, 8), {
    to: (notes) => `/api/runs/${notes.get('run')}/again`,
    status: 201,
  }),
  call('POST /api/runs/:id/cancel', 'much', budget(1, 2, 8), {
    to: (notes) => `/api/runs/${notes.get('run')}/cancel`,
    status: 200,
  }),
  call('POST /api/runs/:id/resolve', 'much', budget(1, 2, 8), {
    to: (notes) => `/api/runs/${notes.get('run')}/resolve`,
    body: { position: 1, answer: 'it_did' },
    status: 409,
  }),
  call('PATCH /api/runs/pause', 'much', budget(3, 7, 2600, 2), { body: { until: null } }),
  call('GET /api/applets/:id/health', 'much', budget(1, 2, 13), { to: `/api/applets/${HOOK}/health` }),
  call('POST /api/applets/:id/check_now', 'much', budget(2, 3, 15, 4), {
    to: `/api/applets/${HOOK}/check_now`,
    status: 202,
  }),
  call('POST /api/applets/:id/test_run', 'much', budget(4, 5, 19, 10), {
    to: `/api/applets/${HOOK}/test_run`,
    status: 201,
  }),
  call('POST /api/applets/:id/resume', 'much', budget(2, 3, 16, 3), { to: `/api/applets/${HOOK}/resume` }),
  call('POST /api/applets/:id/held', 'much', budget(2, 3, 16, 3), {
    to: `/api/applets/${HOOK}/held`,
    body: { answer: 'do' },
  }),
  call('POST /api/applets/:id/missed', 'much', budget(2, 3, 16, 3), { to: `/api/applets/${HOOK}/missed` }),
  call('PATCH /api/applets/:id/run_settings', 'much', budget(10, 36, 4900, 12), {
    to: `/api/applets/${HOOK}/run_settings`,
    body: { min_gap: 5 },
  }),
  call('GET /api/activity', 'little', budget(1, 6, 260)),
  call('GET /api/activity', 'much', budget(2, 7, 4100)),
  call('GET /api/activity', 'much', budget(1, 5, 7500), { of: 'search', to: '/api/activity?q=door' }),
  call('GET /api/activity', 'much', budget(1, 4, 4100), { of: 'changes', to: '/api/activity?kind=changes' }),
  call('GET /api/applets/:id/activity', 'much', budget(1, 6, 52), { to: `/api/applets/${HOOK}/activity` }),
  call('GET /api/notifications', 'much', budget(1, 3, 160)),
  call('POST /api/notifications/read', 'much', budget(2, 3, 680, 220), { body: { until: 1_900_000_000_000 } }),
  call('POST /api/applets/:id/disable', 'much', budget(10, 37, 4900, 23), { to: `/api/applets/${HOOK}/disable` }),
  call('GET /api/ai_creations', 'much', budget(2, 2, 6)),
  call('POST /api/drafts/describe', 'much', budget(4, 20, 800, 12), {
    body: { sentence: 'When I press the button, send me a notification' },
    status: 201,
  }),
  call('GET /api/push_subscriptions', 'little', budget(2, 2, 7)),
  call('POST /api/push_subscriptions', 'little', budget(2, 3, 13, 7), { body: browser, status: 204 }),
  call('DELETE /api/push_subscriptions', 'little', budget(2, 2, 4, 2), {
    body: (notes) => ({ endpoint: browser(notes).endpoint }),
    status: 204,
  }),
  call('POST /api/push_subscriptions', 'little', budget(2, 3, 13, 7), { of: 'again', body: browser, status: 204 }),
  call('POST /api/push_subscriptions/test', 'little', budget(5, 5, 16, 4), { status: 202 }),
  call('POST /api/app_links', 'little', budget(4, 6, 15, 21), {
    body: { phone_number: '(415) 555-0123', applet_type: 'ios', for_applet: false },
  }),
  call('GET /api/reminders', 'much', budget(2, 2, 7)),
  call('PATCH /api/reminders', 'much', budget(2, 2, 7, 2), { body: { reminders: false } }),
  call('POST /api/browser_reports', 'visitor', budget(0, 0, 0), { body: [], status: 204 }),
  call('POST /unsubscribe', 'visitor', budget(0, 0, 0), {
    to: '/unsubscribe?token=unknown',
    form: { 'List-Unsubscribe': 'One-Click' },
    status: 422,
  }),
]

/** Nothing is pushed from there, so the job that tries it forgets the browser. */
function browser(notes: Notes) {
  return { endpoint: `${notes.get('far side')}/push/one`, keys: BROWSER_KEYS }
}
