import type { Route } from '../edge/route.ts'
import { loadConnectionPage, loadEditPage } from './load-applet.ts'

const BASES = ['/applets', '/connections'] as const

/** The connection page and the edit path, under both bases (§2.1): the loader sends on to the right one. */
export const appletRoutes: readonly Route[] = BASES.flatMap((base): Route[] => [
  {
    pattern: `${base}/:id`,
    page: 'applets/connection-page',
    access: 'public',
    takesCards: true,
    viewerModules: ['applets/viewer-parts.tsx', 'applets/connect-in-browser.ts'],
    load: loadConnectionPage,
  },
  {
    pattern: `${base}/:id/edit`,
    page: 'applets/edit-page',
    access: 'private',
    takesCards: true,
    query: ['error_message'],
    load: loadEditPage,
  },
])
