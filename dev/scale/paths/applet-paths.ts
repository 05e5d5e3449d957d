import { FIRST_APPLET } from '../fill/filled-users.ts'
import {
  ME_AND_RULES,
  RECOMMENDED_APPLETS,
  RENAME_APPLET,
  UPDATE_APPLET,
  type Operation,
} from '../../../worker/contract/graphql/graphql-documents.ts'
import { budget, call, pick, type Path } from './path.ts'

const POPULAR = FIRST_APPLET
/** Lacks nothing: it can be enabled at once. */
const HOOK = 'hook-to-notification'
/** What it counts is in the Runner, so its runs write nothing to D1. */
const BUTTON = 'count-presses'
const MAIL = 'mail-to-digest'

export function document<Variables>({ query }: Operation<Variables, unknown>, variables: Variables) {
  return { body: { query, variables } }
}

/** Applets: seen, enabled, changed, made public; one's own list. */
export const appletPaths: Path[] = [
  call('GET /api/applets/:id', 'visitor', budget(1, 5, 52), { to: `/api/applets/${POPULAR}` }),
  call('GET /api/applets/:id/viewer', 'much', budget(1, 10, 760), { to: `/api/applets/${POPULAR}/viewer` }),
  call('GET /api/applets/:id/viewer', 'visitor', budget(1, 5, 52), { to: `/api/applets/${POPULAR}/viewer` }),
  call('GET /api/applets/:id/connection_check', 'much', budget(1, 10, 760), {
    to: `/api/applets/${POPULAR}/connection_check`,
  }),
  call('GET /api/applets/:id/upgrade_details', 'little', budget(1, 10, 120), {
    to: `/api/applets/${POPULAR}/upgrade_details`,
  }),
  call('GET /api/my_applets', 'empty', budget(1, 5, 32)),
  call('GET /api/my_applets', 'little', budget(1, 5, 1200)),
  call('GET /api/my_applets', 'author', budget(1, 5, 6100)),
  call('GET /api/my_applets', 'much', budget(1, 5, 17000)),
  call('GET /api/my_applets', 'much', budget(1, 5, 21000), { of: 'search', to: '/api/my_applets?q=every' }),
  call('GET /api/my_applets', 'much', budget(1, 5, 13000), { of: 'by name', to: '/api/my_applets?sort=name' }),
  call('GET /api/my_applets', 'much', budget(1, 5, 24000), {
    of: 'a service',
    to: '/api/my_applets?service=octoforge',
  }),
  call('POST /graphql', 'much', budget(1, 2, 6800), {
    of: 'recommended',
    ...document(RECOMMENDED_APPLETS, { module_names: ['octoforge', 'sheetly'], count: 6, except: POPULAR }),
  }),
  call('POST /graphql', 'much', budget(1, 13, 1500), {
    of: 'me and rules',
    ...document(ME_AND_RULES, { applet_id: POPULAR }),
  }),
  call('POST /api/applets', 'much', budget(15, 50, 7400, 85), {
    body: { id: HOOK },
    status: 201,
    after: (answer, notes) => notes.set('hook', pick(/"hook_url":"[^"]*(\/hooks\/[^"]+)"/, answer)),
  }),
  call('GET /api/applets/:id/edit', 'much', budget(1, 10, 770), { to: `/api/applets/${HOOK}/edit` }),
  call('PATCH /api/applets/:id', 'much', budget(3, 27, 4100, 7), {
    to: `/api/applets/${HOOK}`,
    body: { preserve_applet_fields: true },
  }),
  call('PATCH /api/applets/:id/notifications', 'much', budget(4, 30, 4900, 12), {
    to: `/api/applets/${HOOK}/notifications`,
    body: { pushEnabled: true },
  }),
  call('POST /api/applets/:id/hook_url', 'much', budget(5, 31, 4900, 16), {
    to: `/api/applets/${HOOK}/hook_url`,
    after: (answer, notes) => notes.set('hook', pick(/"hook_url":"[^"]*(\/hooks\/[^"]+)"/, answer)),
  }),
  call('POST /api/applets', 'much', budget(13, 48, 8000, 85), { of: 'a button', body: { id: BUTTON }, status: 201 }),
  call('POST /api/applets/:id/press', 'much', budget(12, 30, 8000, 30), {
    to: `/api/applets/${BUTTON}/press`,
    body: { press: 'press-0001' },
    status: 202,
  }),
  call('POST /applets/:id/press', 'much', budget(12, 30, 8000, 30), {
    to: `/applets/${BUTTON}/press`,
    form: { press: 'press-0002' },
    status: 303,
  }),
  call('POST /api/applets', 'much', budget(13, 48, 8000, 85), { of: 'a mail', body: { id: MAIL }, status: 201 }),
  call('POST /api/applets/:id/mail_address', 'much', budget(5, 31, 4900, 16), {
    to: `/api/applets/${MAIL}/mail_address`,
  }),
  call('GET /api/applets/:id/feedback', 'much', budget(1, 2, 40), { to: `/api/applets/${HOOK}/feedback` }),
  call('POST /api/applets/:id/feedback', 'much', budget(2, 11, 770, 6), {
    to: `/api/applets/${HOOK}/feedback`,
    body: { like: true },
  }),
  call('POST /graphql', 'much', budget(4, 30, 4900, 12), {
    of: 'update an Applet',
    ...document(UPDATE_APPLET, { applet_id: 3, push: false }),
  }),
  call('POST /applets/:id', 'usr_proplus', budget(5, 33, 260, 29), {
    to: `/applets/${HOOK}`,
    form: {},
    status: 303,
  }),
  call('POST /connections/:id', 'usr_pro', budget(1, 10, 170), {
    to: '/connections/home-hub',
    form: {},
    status: 303,
  }),
  call('PATCH /api/applets/:id/configurations', 'usr_pro', budget(11, 44, 500, 33), {
    to: '/api/applets/home-hub/configurations',
    body: { configurations: [{ slug: 'open_door', disabled: true }] },
  }),
  call('POST /graphql', 'author', budget(8, 33, 300, 16), {
    of: 'rename',
    ...document(RENAME_APPLET, { applet_id: FIRST_APPLET + 1, name: 'Renamed by its author' }),
  }),
  call('DELETE /api/applets/:id', 'author', budget(6, 32, 250, 15), { to: `/api/applets/${FIRST_APPLET + 2}` }),
  call('POST /api/applets/:id/restore', 'author', budget(6, 30, 260, 28), {
    to: `/api/applets/${FIRST_APPLET + 2}/restore`,
  }),
  call('GET /api/applets/:id/publication', 'author', budget(2, 12, 140), {
    to: `/api/applets/${FIRST_APPLET + 4}/publication`,
  }),
  call('POST /api/applets/:id/publish', 'author', budget(8, 37, 340, 26), {
    before: ({ db }) =>
      db
        .prepare('update applets set published_at = null where id = ?')
        .bind(FIRST_APPLET + 4)
        .run(),
    to: `/api/applets/${FIRST_APPLET + 4}/publish`,
    body: { name: 'Published by its author', description: 'Says what it does.', value_propositions: [] },
  }),
  call('POST /api/applets/:id/unpublish', 'author', budget(6, 30, 250, 17), {
    to: `/api/applets/${FIRST_APPLET + 4}/unpublish`,
  }),
  call('POST /applets/:id/report', 'visitor', budget(3, 7, 52, 9), {
    to: `/applets/${FIRST_APPLET + 5}/report`,
    form: { reason: 'spam', text: 'Look at it.' },
    status: 303,
  }),
]
