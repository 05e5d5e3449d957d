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

export function document<Variables>({ query }: Operation<Variables, unknown>, variables: Variables) {
  return { body: { query, variables } }
}

/** Applets: seen, enabled, changed, made public; one's own list. */
export const appletPaths: Path[] = [
  call('GET /api/applets/:id', 'visitor', budget(2, 6, 60), { to: `/api/applets/${POPULAR}` }),
  call('GET /api/applets/:id/viewer', 'much', budget(2, 12, 900), { to: `/api/applets/${POPULAR}/viewer` }),
  call('GET /api/applets/:id/viewer', 'visitor', budget(2, 12, 60), { to: `/api/applets/${POPULAR}/viewer` }),
  call('GET /api/applets/:id/connection_check', 'much', budget(2, 12, 900), {
    to: `/api/applets/${POPULAR}/connection_check`,
  }),
  call('GET /api/applets/:id/upgrade_details', 'little', budget(3, 12, 200), {
    to: `/api/applets/${POPULAR}/upgrade_details`,
  }),
  call('GET /api/my_applets', 'empty', budget(1, 5, 50)),
  call('GET /api/my_applets', 'little', budget(1, 5, 600)),
  call('GET /api/my_applets', 'author', budget(1, 5, 3000)),
  call('GET /api/my_applets', 'much', budget(1, 5, 8000)),
  call('GET /api/my_applets', 'much', budget(1, 5, 8000), { of: 'search', to: '/api/my_applets?q=every' }),
  call('GET /api/my_applets', 'much', budget(1, 5, 8000), { of: 'by name', to: '/api/my_applets?sort=name' }),
  call('GET /api/my_applets', 'much', budget(1, 5, 8000), { of: 'a service', to: '/api/my_applets?service=octoforge' }),
  call('POST /graphql', 'much', budget(2, 4, 2000), {
    of: 'recommended',
    ...document(RECOMMENDED_APPLETS, { module_names: ['octoforge', 'sheetly'], count: 6, except: POPULAR }),
  }),
  call('POST /graphql', 'much', budget(3, 14, 1500), {
    of: 'me and rules',
    ...document(ME_AND_RULES, { applet_id: POPULAR }),
  }),
  call('POST /api/applets', 'much', budget(16, 40, 9000, 60), {
    body: { id: HOOK },
    status: 201,
    after: (answer, notes) => notes.set('hook', pick(/"hook_url":"[^"]*(\/hooks\/[^"]+)"/, answer)),
  }),
  call('GET /api/applets/:id/edit', 'much', budget(3, 12, 900), { to: `/api/applets/${HOOK}/edit` }),
  call('PATCH /api/applets/:id', 'much', budget(10, 30, 9000, 40), {
    to: `/api/applets/${HOOK}`,
    body: { preserve_applet_fields: true },
  }),
  call('PATCH /api/applets/:id/notifications', 'much', budget(10, 30, 9000, 20), {
    to: `/api/applets/${HOOK}/notifications`,
    body: { pushEnabled: true },
  }),
  call('POST /api/applets/:id/hook_url', 'much', budget(12, 30, 9000, 30), {
    to: `/api/applets/${HOOK}/hook_url`,
    after: (answer, notes) => notes.set('hook', pick(/"hook_url":"[^"]*(\/hooks\/[^"]+)"/, answer)),
  }),
  call('GET /api/applets/:id/feedback', 'much', budget(3, 4, 60), { to: `/api/applets/${HOOK}/feedback` }),
  call('POST /api/applets/:id/feedback', 'much', budget(4, 6, 60, 20), {
    to: `/api/applets/${HOOK}/feedback`,
    body: { like: true },
  }),
  call('POST /graphql', 'much', budget(10, 30, 9000, 20), {
    of: 'update an Applet',
    ...document(UPDATE_APPLET, { applet_id: 3, push: false }),
  }),
  call('POST /applets/:id', 'usr_proplus', budget(12, 30, 400, 60), {
    to: `/applets/${HOOK}`,
    form: {},
    status: 303,
  }),
  call('POST /connections/:id', 'usr_pro', budget(12, 30, 400, 60), {
    to: '/connections/home-hub',
    form: {},
    status: 303,
  }),
  call('PATCH /api/applets/:id/configurations', 'usr_pro', budget(10, 30, 300, 30), {
    to: '/api/applets/home-hub/configurations',
    body: { configurations: [{ slug: 'open_door', disabled: true }] },
  }),
  call('POST /graphql', 'author', budget(6, 12, 200, 20), {
    of: 'rename',
    ...document(RENAME_APPLET, { applet_id: FIRST_APPLET + 1, name: 'Renamed by its author' }),
  }),
  call('DELETE /api/applets/:id', 'author', budget(8, 20, 300, 30), { to: `/api/applets/${FIRST_APPLET + 2}` }),
  call('POST /api/applets/:id/restore', 'author', budget(8, 20, 300, 30), {
    to: `/api/applets/${FIRST_APPLET + 2}/restore`,
  }),
  call('POST /api/applets/:id/publish', 'author', budget(8, 20, 300, 30), {
    before: ({ db }) =>
      db
        .prepare('update applets set published_at = null where id = ?')
        .bind(FIRST_APPLET + 4)
        .run(),
    to: `/api/applets/${FIRST_APPLET + 4}/publish`,
  }),
]
