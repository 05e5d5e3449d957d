import type { Context, Next } from 'hono'
import { Hono } from 'hono/tiny'
import { secureHeaders } from 'hono/secure-headers'
import { activityRoutes } from '../engine/activity/routes.ts'
import { aiRoutes } from '../ai/routes.ts'
import { browseRoutes } from '../applets/browse/browse-routes.ts'
import { appletRoutes } from '../applets/routes.ts'
import { billingRoutes, stripeEventRoutes } from '../billing/routes.ts'
import { saidRunRoutes } from '../applets/sentences/routes.ts'
import { runRoutes } from '../engine/runs/routes.ts'
import { billingSettingsRoutes } from '../billing/settings-routes.ts'
import { filePickerRoutes } from '../connections/file-picker/routes.ts'
import { connectionRoutes } from '../connections/routes.ts'
import { moderationRoutes } from '../applets/moderation/routes.ts'
import { notificationRoutes } from '../messages/notifications/routes.ts'
import { pushRoutes } from '../messages/push/routes.ts'
import { draftRoutes } from '../applets/drafts/routes.ts'
import { feedbackRoutes } from '../applets/feedback/routes.ts'
import { passkeyRoutes } from '../users/accounts/passkeys/routes.ts'
import { proofRoutes } from '../users/accounts/proof/routes.ts'
import { accountSettingsRoutes } from '../users/accounts/settings/routes.ts'
import { secondFactorRoutes } from '../users/accounts/second-factor/routes.ts'
import { deletionRoutes } from '../users/accounts/deletion/routes.ts'
import { downloadRoutes } from '../users/accounts/download/routes.ts'
import { accountRoutes } from '../users/accounts/routes.ts'
import { oidcRoutes } from '../users/oidc/routes.ts'
import { operatorRoutes } from '../operations/operator/routes.ts'
import { healthRoutes } from '../operations/health/routes.ts'
import { hookRoutes, inboundHookRoutes } from '../engine/hooks/routes.ts'
import { errorReportRoutes } from '../operations/error-reports/routes.ts'
import { graphqlRoutes } from './graphql/routes.ts'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { countGuesses } from '../system/http/count-guesses.ts'
import { csrf } from '../system/http/csrf.ts'
import { limitCalls } from '../system/http/limit-calls.ts'
import { jsonOnly, limitBody } from '../system/http/request-body.ts'
import { logRequest, requestId } from '../system/http/log-request.ts'
import { onError } from './on-error.ts'
import { messageRoutes, unsubscribeRoutes } from '../messages/mail/routes.ts'
import { policyReportRoutes } from '../operations/policy-reports/routes.ts'
import { routesOnly } from '../system/http/routes-only.ts'
import { operatorServiceRoutes } from '../services/operator/routes.ts'
import { securityEventRoutes } from '../users/security-events/routes.ts'
import { formRoutes } from './form-routes.ts'
import { hubRoutes } from '../engine/sources/routes.ts'
import { siteRoutes } from './site-routes.ts'
import { withContext } from './context/make-ctx.ts'

const app = new Hono<HonoEnv>()
app.onError(onError)
app.use(
  requestId,
  logRequest,
  secureHeaders({
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: 'max-age=31536000; includeSubDomains',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  }),
  privateByDefault,
)
app.use(routesOnly(app))
app.route('/api', healthRoutes)
app.use(withContext, countGuesses)

/** The table of contents: one line per feature. Routes before `limitCalls` are for machines and forms without JavaScript. */
export const api = app
  .route('/', inboundHookRoutes)
  .route('/', hubRoutes)
  .route('/', stripeEventRoutes)
  .route('/', unsubscribeRoutes)
  .route('/', formRoutes)
  .route('/api', errorReportRoutes)
  .route('/api', policyReportRoutes)
  .use(limitCalls, csrf, limitBody, jsonOnly)
  .route('/api', siteRoutes)
  .route('/api', accountRoutes)
  .route('/api', proofRoutes)
  .route('/api', passkeyRoutes)
  .route('/api', secondFactorRoutes)
  .route('/api', securityEventRoutes)
  .route('/api', accountSettingsRoutes)
  .route('/api', deletionRoutes)
  .route('/api', downloadRoutes)
  .route('/api', oidcRoutes)
  .route('/api', operatorServiceRoutes)
  .route('/api', browseRoutes)
  .route('/api', appletRoutes)
  .route('/api', draftRoutes)
  .route('/api', hookRoutes)
  .route('/api', feedbackRoutes)
  .route('/api', activityRoutes)
  .route('/api', runRoutes)
  .route('/api', saidRunRoutes)
  .route('/api', billingSettingsRoutes)
  .route('/api', aiRoutes)
  .route('/api', notificationRoutes)
  .route('/api', pushRoutes)
  .route('/api', messageRoutes)
  .route('/api', operatorRoutes)
  .route('/api', moderationRoutes)
  .route('/', billingRoutes)
  .route('/', connectionRoutes)
  .route('/', filePickerRoutes)
  .route('/', graphqlRoutes)

export type AppType = typeof api

/** A response may be cached only if its route says so. */
async function privateByDefault(c: Context, next: Next) {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'private, no-store')
}
