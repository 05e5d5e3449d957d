import {
  ME_AND_RULES,
  RECOMMENDED_APPLETS,
  RENAME_APPLET,
  RUNS,
  UPDATE_APPLET,
} from '../../worker/contract/graphql/graphql-documents.ts'
import { DEMO_PASSWORD } from '../seed/demo-people.ts'

/**
 * What a call is compared with: so many bare reads in a batch, with KV and an object where it asks those too; one bare
 * write; one into a Durable Object, alone or with what a run writes after it; a bare hash.
 */
export type Measure = 'reads' | 'write' | 'event' | 'run' | 'scrypt'
/** `route` as the router names it; `path` where it has parameters. Everybody signed in is the same demo user. */
export type Call = {
  route: string
  path?: string
  /** What tells apart several calls of one route. */
  name?: string
  body?: unknown
  /** `sender`: a machine that knows a hook's address. */
  as: 'visitor' | 'user' | 'sender'
  measure: Measure
}

const APPLET = '/api/applets/star-to-sheet'
/** Enabled by the demo user, with features. */
const OWN = '/api/applets/home-hub'

const read = (route: string, path?: string, as: Call['as'] = 'user'): Call => ({
  route: `GET ${route}`,
  ...(path !== undefined && { path }),
  as,
  measure: 'reads',
})
const write = (route: string, path: string, body?: unknown): Call => ({
  route,
  path,
  body,
  as: 'user',
  measure: 'write',
})
const graphql = (name: string, measure: Measure, document: { query: string }, variables: object): Call => ({
  route: 'POST /graphql',
  name,
  body: { query: document.query, variables },
  as: 'user',
  measure,
})

/** Why a call is not measured. */
const AT_STRIPE = 'waits for Stripe'
const AT_SERVICE = 'waits for another service'
const MAKER = 'is POST /hooks/:key with an event named'
const AUTHENTICATOR = 'takes a signature of an authenticator'
const ONCE = 'has its effect once'
const MAILS = 'sends a message each time'
const MAILED_LINK = 'needs a link that was mailed'

/** Every call that can be repeated without end on this machine. `{hook}`: the path of the demo user's hook; `{waiting_hook}`: of an Applet that waits an hour. */
export const CALLS: readonly Call[] = [
  read('/api/csrf_token'),
  read('/api/health'),
  read('/api/settings', undefined, 'visitor'),
  read('/api/me'),
  read('/api/sessions'),
  read('/api/security_events'),
  read('/api/sign_in_ways'),
  read('/api/home', undefined, 'visitor'),
  read('/api/explore', '/api/explore?q=light', 'visitor'),
  read('/api/authors/:login', '/api/authors/mira-lind', 'visitor'),
  read('/api/sitemaps', undefined, 'visitor'),
  read('/api/sitemaps/:kind/:page', '/api/sitemaps/applets/1', 'visitor'),
  read('/api/services/:module_name', '/api/services/octoforge', 'visitor'),
  read('/api/services/:module_name/viewer', '/api/services/octoforge/viewer'),
  read('/api/services/:module_name/triggers/:slug', '/api/services/octoforge/triggers/new_star', 'visitor'),
  read('/api/services/:module_name/queries/:slug', '/api/services/chirp/queries/recent_mentions', 'visitor'),
  read('/api/services/:module_name/actions/:slug', '/api/services/sheetly/actions/log_row', 'visitor'),
  read('/api/my_applets'),
  read('/api/applets/:id', APPLET, 'visitor'),
  { ...read('/api/applets/:id', APPLET), name: 'signed in' },
  read('/api/applets/:id/viewer', `${APPLET}/viewer`),
  read('/api/applets/:id/edit', `${OWN}/edit`),
  read('/api/applets/:id/connection_check', `${OWN}/connection_check`),
  read('/api/applets/:id/upgrade_details', `${APPLET}/upgrade_details`),
  read('/api/maker_key'),
  read('/api/applets/:id/feedback', `${APPLET}/feedback`),
  read('/api/activity'),
  read('/api/applets/:id/activity', `${OWN}/activity`),
  read('/api/runs'),
  read('/api/runs/days'),
  read('/api/applets/:id/health', `${OWN}/health`),
  read('/api/ai_creations'),
  read('/api/notifications'),
  read('/api/push_subscriptions'),
  read('/api/reminders'),
  read('/api/plans', undefined, 'visitor'),
  read('/api/plans/viewer'),
  read('/api/checkout'),
  read('/api/connections'),
  graphql('MeAndRules', 'reads', ME_AND_RULES, { applet_id: 'star-to-sheet' }),
  graphql('Recommended', 'reads', RECOMMENDED_APPLETS, {
    module_names: ['octoforge', 'sheetly'],
    count: 4,
    except: null,
  }),
  graphql('Runs', 'reads', RUNS, {}),
  graphql('UpdateApplet', 'write', UPDATE_APPLET, { applet_id: 'home-hub', push: true }),
  graphql('Rename', 'write', RENAME_APPLET, { applet_id: 11, name: 'A hub' }),
  write('POST /api/applets', '/api/applets', { id: 'hook-to-notification' }),
  write('PATCH /api/applets/:id/configurations', `${OWN}/configurations`, []),
  write('PATCH /api/applets/:id/notifications', `${OWN}/notifications`, { pushEnabled: true }),
  write('PATCH /api/applets/:id/run_settings', `${OWN}/run_settings`, { keep_contents: true }),
  write('PATCH /api/runs/pause', '/api/runs/pause', { until: null }),
  write('PATCH /api/reminders', '/api/reminders', { reminders: true }),
  write('POST /api/notifications/read', '/api/notifications/read', { until: 1 }),
  {
    ...write('POST /hooks/:key', '{waiting_hook}', { value1: 'hello' }),
    name: 'its run waits',
    as: 'sender',
    measure: 'event',
  },
  { ...write('POST /hooks/:key', '{hook}', { value1: 'hello' }), name: 'with its run', as: 'sender', measure: 'run' },
  {
    route: 'POST /api/session',
    body: { email: 'pro@demo.test', password: DEMO_PASSWORD },
    as: 'visitor',
    measure: 'scrypt',
  },
]

/** All other calls, as `product-calls.test.ts` holds. */
export const NOT_MEASURED: Readonly<Record<string, string>> = {
  'GET /hooks/:key': AT_SERVICE,
  'GET /hooks/:key/receipts/:receipt': ONCE,
  'GET /trigger/:event/with/key/:key': MAKER,
  'POST /trigger/:event/with/key/:key': MAKER,
  'GET /trigger/:event/json/with/key/:key': MAKER,
  'POST /trigger/:event/json/with/key/:key': MAKER,
  'POST /v1/notifications': AT_SERVICE,
  'GET /websub/:source/:secret': 'a hub asks once',
  'POST /websub/:source/:secret': 'reads no D1: what a hub pushes goes to one Source',
  'POST /webhooks/stripe': AT_STRIPE,
  'POST /api/errors': 'writes a line of the log alone',
  'POST /api/browser_reports': 'writes a line of the log alone',
  'POST /unsubscribe': ONCE,
  'POST /login': 'is POST /api/session as a form',
  'POST /join': ONCE,
  'POST /password_reset': MAILS,
  'POST /applets/:id': 'is POST /api/applets as a form',
  'POST /connections/:id': 'is POST /api/applets as a form',
  'POST /api/users': ONCE,
  'DELETE /api/session': ONCE,
  'DELETE /api/sessions': ONCE,
  'DELETE /api/sessions/:id': ONCE,
  'GET /api/email_verifications': MAILED_LINK,
  'POST /api/email_verifications': MAILS,
  'POST /api/email_verifications/confirm': ONCE,
  'POST /api/password_resets': MAILS,
  'POST /api/password_resets/confirm': ONCE,
  'GET /api/oidc/start': AT_SERVICE,
  'GET /api/oidc/callback': AT_SERVICE,
  'GET /api/oidc/prove': AT_SERVICE,
  'POST /api/session/proof/mail': MAILS,
  'POST /api/session/proof/mail/confirm': ONCE,
  'PATCH /api/applets/:id': ONCE,
  'POST /api/applets/:id/disable': ONCE,
  'DELETE /api/applets/:id': ONCE,
  'POST /api/applets/:id/restore': ONCE,
  'POST /api/applets/:id/publish': ONCE,
  'POST /api/applets/:id/hook_url': ONCE,
  'POST /api/maker_key': ONCE,
  'GET /api/maker_key/url': 'is GET /api/maker_key',
  'GET /api/applets/:id/hook_url': 'is GET /api/applets/:id/viewer',
  'POST /api/session/proof/passkey_options': ONCE,
  'POST /api/session/passkey_options': ONCE,
  'POST /api/session/passkey': AUTHENTICATOR,
  'POST /api/users/passkey_options': ONCE,
  'POST /api/users/passkey': AUTHENTICATOR,
  'POST /api/passkeys/options': ONCE,
  'POST /api/passkeys': AUTHENTICATOR,
  'PATCH /api/passkeys/:id': ONCE,
  'DELETE /api/passkeys/:id': ONCE,
  'DELETE /api/identities': ONCE,
  'GET /api/account': ONCE,
  'PATCH /api/account/login': ONCE,
  'PATCH /api/account/password': 'is as slow as POST /api/session',
  'PATCH /api/account/timezone': ONCE,
  'GET /api/account_download': ONCE,
  'GET /api/account_deletion': ONCE,
  'POST /api/account_deletion': AT_STRIPE,
  'POST /api/account_deletion/undo': AT_STRIPE,
  'POST /api/email_changes': MAILS,
  'DELETE /api/email_changes': ONCE,
  'POST /api/email_changes/confirm': ONCE,
  'POST /api/email_changes/undo': ONCE,
  'GET /api/session/proof': ONCE,
  'POST /api/session/proof': 'is as slow as POST /api/session',
  'POST /api/applets/:id/feedback': ONCE,
  'POST /api/runs/replay': ONCE,
  'GET /api/runs/:id': 'is a call of the Runner alone; `npm run bench:engine` lists runs',
  'POST /api/runs/:id/replay': ONCE,
  'POST /api/runs/:id/again': ONCE,
  'POST /api/runs/:id/cancel': ONCE,
  'POST /api/runs/:id/resolve': ONCE,
  'POST /api/applets/:id/check_now': AT_SERVICE,
  'POST /api/applets/:id/test_run': AT_SERVICE,
  'POST /api/applets/:id/resume': ONCE,
  'POST /api/applets/:id/held': ONCE,
  'POST /api/applets/:id/missed': ONCE,
  'GET /billing/pro_upgrade_details': AT_STRIPE,
  'GET /api/billing': AT_STRIPE,
  'GET /api/billing/invoices': AT_STRIPE,
  'GET /api/billing/invoices/:id': AT_STRIPE,
  'GET /api/billing/switch_preview': AT_STRIPE,
  'GET /api/billing/downgrade_preview': AT_STRIPE,
  'GET /api/billing/company': AT_STRIPE,
  'POST /api/billing/company': AT_STRIPE,
  'POST /api/billing/company/remove': AT_STRIPE,
  'POST /api/billing/cancel': AT_STRIPE,
  'POST /api/billing/resume': AT_STRIPE,
  'POST /api/billing/card': AT_STRIPE,
  'POST /api/billing/switch': AT_STRIPE,
  'POST /api/billing/downgrade': AT_STRIPE,
  'POST /api/billing/keep_plan': AT_STRIPE,
  'POST /api/ai_creations': ONCE,
  'POST /api/push_subscriptions': AT_SERVICE,
  'DELETE /api/push_subscriptions': ONCE,
  'POST /api/push_subscriptions/test': AT_SERVICE,
  'POST /api/app_links': MAILS,
  'GET /api/subscription_modal': AT_STRIPE,
  'POST /api/customers': AT_STRIPE,
  'POST /api/subscriptions': AT_STRIPE,
  'GET /api/subscriptions/:id': AT_STRIPE,
  'POST /api/checkout/tax': AT_STRIPE,
  'POST /subscriptions/validate_promo_code': AT_STRIPE,
  'GET /api/activation': AT_SERVICE,
  'GET /api/connections/callback/:module_name': AT_SERVICE,
  'POST /api/connections': AT_SERVICE,
  'DELETE /api/connections/:id': AT_SERVICE,
  'GET /stored_fields/options': AT_SERVICE,
}
