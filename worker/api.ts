import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { browseRoutes } from './applets/browse-routes.ts'
import { appletRoutes } from './applets/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { BODY_MAX_BYTES } from './contract/limits.ts'
import { AppError } from './http/app-error.ts'
import type { AppEnv } from './http/app-env.ts'
import { csrf } from './http/csrf.ts'
import { jsonOnly } from './http/json-only.ts'
import { logRequest } from './http/log-request.ts'
import { onError } from './http/on-error.ts'
import { privateByDefault } from './http/private-by-default.ts'
import { routesOnly } from './http/routes-only.ts'
import { siteRoutes } from './http/site-routes.ts'
import { withCtx } from './http/with-ctx.ts'

const app = new Hono<AppEnv>()
app.onError(onError)
app.use(
  requestId(),
  logRequest,
  secureHeaders({
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: 'max-age=31536000; includeSubDomains',
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  }),
  privateByDefault,
)
app.use(routesOnly(app), withCtx, csrf)
app.use(bodyLimit({ maxSize: BODY_MAX_BYTES, onError: () => refuseLarge() }), jsonOnly)

/** The table of contents: one line a feature. */
export const api = app
  .route('/api', siteRoutes)
  .route('/api', accountRoutes)
  .route('/api', browseRoutes)
  .route('/api', appletRoutes)
  .route('/api', billingRoutes)
  .route('/', connectionRoutes)

export type AppType = typeof api

function refuseLarge(): never {
  throw new AppError('too_large')
}
