import type { Route } from '../edge/routing/page-route.ts'
import { loadConnectionPage, loadEditPage } from './load-applet-pages.ts'
import { loadPublishPage } from './publish/load-publish-page.ts'
import { loadReportPage } from './report/load-report-page.ts'
import { loadPressPage } from './press/load-press-page.ts'
import { failedTo } from './words/applet-words.ts'

const BASES = ['/applets', '/connections'] as const

/** The connection page and the edit path, under both bases (§2.1); the loader redirects to the right one. */
const connectionRoutes = BASES.flatMap(
  (base) =>
    [
      {
        pattern: `${base}/:id`,
        page: 'applets/connection-page/connection-page',
        access: 'public',
        takesCards: true,
        viewerModules: ['applets/connect/driver/connect-in-browser.ts'],
        formFailed: failedTo('creating', { config_type: base === '/applets' ? 'static' : 'dynamic' }),
        load: loadConnectionPage,
      },
      {
        pattern: `${base}/:id/edit`,
        page: 'applets/edit/edit-page',
        access: 'private',
        keepsForm: true,
        takesCards: true,
        query: ['error_message'],
        load: loadEditPage,
      },
    ] as const satisfies readonly Route[],
)

/** Where an Applet's button stands alone, for a phone's home screen. */
const pressRoute = {
  pattern: '/applets/:id/press',
  page: 'applets/press/press-page',
  access: 'private',
  load: loadPressPage,
} as const satisfies Route

/** Where its author publishes an Applet, and takes it back. */
const publishRoute = {
  pattern: '/applets/:id/publish',
  page: 'applets/publish/publish-page',
  access: 'private',
  load: loadPublishPage,
} as const satisfies Route

/** Where anyone reports one. */
const reportRoute = {
  pattern: '/applets/:id/report',
  page: 'applets/report/report-page',
  access: 'fresh',
  keepsForm: true,
  load: loadReportPage,
} as const satisfies Route

export const appletRoutes = [...connectionRoutes, pressRoute, publishRoute, reportRoute]
