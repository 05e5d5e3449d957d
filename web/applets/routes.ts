import type { Route } from '../edge/routing/page-route.ts'
import { loadConnectionPage, loadEditPage } from './load-applet-pages.ts'

const BASES = ['/applets', '/connections'] as const

/** The connection page and the edit path, under both bases (§2.1); the loader redirects to the right one. */
export const appletRoutes = BASES.flatMap(
  (base) =>
    [
      {
        pattern: `${base}/:id`,
        page: 'applets/connection-page/connection-page',
        access: 'public',
        takesCards: true,
        viewerModules: ['applets/connect/driver/connect-in-browser.ts'],
        load: loadConnectionPage,
      },
      {
        pattern: `${base}/:id/edit`,
        page: 'applets/edit/edit-page',
        access: 'private',
        takesCards: true,
        query: ['error_message'],
        load: loadEditPage,
      },
    ] as const satisfies readonly Route[],
)
