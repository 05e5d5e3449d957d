import * as z from 'zod/mini'
import { MONEY_MAIL_KINDS } from '../contract/billing/money-mail.ts'
import { MOBILE_NUMBERS } from '../contract/messages/mobile-numbers.data.ts'
import { moduleName } from '../contract/connections/connection-input.ts'
import type { HostApi } from '../hosts/host-api.ts'
import type { SentJob } from '../contract/jobs/jobs.ts'

/** The Worker's bindings, as in wrangler.toml. */
export type Env = {
  DB: D1Database
  /** The search index; without it, search says that it is not available (search/find-in-index.ts). */
  SEARCH?: D1Database
  CACHE: KVNamespace
  QUEUE: Queue<SentJob>
  /** One Durable Object for each user (runner/runner.ts). */
  RUNNER: DurableObjectNamespace
  /** One Durable Object for each feed, cell of weather or site that is followed (sources/source.ts). */
  SOURCE: DurableObjectNamespace
  /** One Durable Object for each host of a service's file (hosts/host.ts). */
  HOST: { getByName(host: string): HostApi }
  EMAIL: { send(message: Email): Promise<unknown> }
  /** Workers Analytics Engine, if the operator has bound it (wrangler.toml). */
  ANALYTICS?: AnalyticsEngineDataset
  /** Cloudflare's name for the deployed version (wrangler.toml). */
  VERSION?: WorkerVersionMetadata
  /** Only on a developer's machine: how far the clock of schedules and waits is moved, in ms (dev/clock/). */
  CLOCK?: { offset(): Promise<number> }
  /** Calls per minute for each user, and the additional ones for Pro and Pro+ (http/limit-calls.ts). */
  CALLS?: RateLimit
  CALLS_PRO?: RateLimit
  CALLS_PRO_PLUS?: RateLimit
  /** Refused keys of hooks a minute, and how often D1 is read for an unknown one (hooks/refused-keys.ts). */
  HOOKS_REFUSED?: RateLimit
  HOOKS_REREAD?: RateLimit
  /** Reports of broken pages a minute for each network (error-reports/routes.ts). */
  PAGE_ERRORS?: RateLimit
} & Record<string, unknown>

/** The message of Cloudflare's email binding. It accepts only allowlisted `headers`, such as List-Unsubscribe. */
export type Email = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

const credentials = z.record(
  moduleName,
  z
    .strictObject({
      client_id: z.optional(z.string()),
      client_secret: z.optional(z.string()),
      service_key: z.optional(z.string().check(z.minLength(8))),
    })
    .check(
      z.refine(
        (given) => (given.client_id === undefined) === (given.client_secret === undefined),
        'needs both of a client',
      ),
    ),
)
const origin = z
  .string()
  .check(
    z.refine(
      (value) => URL.canParse(value) && new URL(value).origin === value,
      'must be an origin such as https://example.com',
    ),
  )
const serviceAddress = z
  .string()
  .check(z.refine((url) => URL.canParse(url) && !/[/?#]$/.test(url), 'must be an address without a slash at its end'))
const trueOrFalse = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
)
const flag = z._default(trueOrFalse, false)

/** Reads an empty value as one that is not set, so that both mean the setting's default. */
function emptyAsDefault<Setting extends z.ZodMiniType>(setting: Setting) {
  return z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    setting,
  )
}

/** A comma-separated list; empty by default. */
const list = z._default(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ),
  [],
)
/** For addresses that pages link to: https only. */
const httpsUrl = z.string().check(z.url({ protocol: /^https$/, error: 'must be an https address' }))
const optional = (pattern: RegExp, shape: string) =>
  z._default(z.string().check(z.regex(new RegExp(`^$|${pattern.source}`), `must be ${shape}`)), '')

/** The cost of a password hash in production (accounts/password-hash.ts). */
export const DEFAULT_SCRYPT_N = 2 ** 14

const settingsSchema = z.object({
  PRODUCT_NAME: z._default(z.string().check(z.minLength(1)), 'Switchyard'),
  /** Our own origin: links in mails, OAuth redirect addresses, the origin that forms must come from. */
  SITE_ORIGIN: origin,
  SUPPORT_URL: z.string().check(z.url()),
  MAIL_FROM: z.string().check(z.minLength(3)),
  /** The domain whose mail Email Routing hands to this Worker, such as in.example.com; empty: no mail starts Applets. */
  IN_DOMAIN: optional(/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*$/, 'a domain such as in.example.com'),
  /** Signs links and CSRF tokens: the first key signs, all verify, comma separated. `openssl rand -base64 32`. */
  SECRET_KEY: z.pipe(
    z.string('is missing').check(z.regex(/^[^,]{32,}(,[^,]{32,})*$/, 'must be keys of at least 32 characters')),
    z.transform((text: string): readonly [string, ...string[]] => {
      const [newest = '', ...older] = text.split(',')
      return [newest, ...older]
    }),
  ),
  /** The `N` of scrypt (accounts/password-hash.ts). Less than the default only on this machine, where tests hash cheaply. */
  SCRYPT_N: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (text) => Array.from({ length: 15 }, (_, power) => `${2 ** (power + 1)}`).includes(text),
            'must be a power of two, at most 32768',
          ),
        ),
      z.transform(Number),
    ),
    DEFAULT_SCRYPT_N,
  ),
  /** Keys for stored tokens: "id:base64 of 32 bytes", comma separated. The first encrypts, all decrypt. */
  TOKEN_KEYS: z
    .string('is missing')
    .check(
      z.regex(
        /^[\w-]+:[A-Za-z0-9+/]{43}=(,[\w-]+:[A-Za-z0-9+/]{43}=)*$/,
        'must be "id:base64 of 32 bytes", comma separated',
      ),
    ),
  /** JSON: {"octoforge": {"client_id": "…", "client_secret": "…"}}; `service_key` for a service that says "poll now"
   * or speaks IFTTT's protocol, and alone where that has no sign-in. */
  SERVICE_CREDENTIALS: emptyAsDefault(
    z._default(
      z.pipe(
        z.string(),
        z.pipe(
          z.transform((text: string, context) => parseJson(text, context)),
          credentials,
        ),
      ),
      {},
    ),
  ),
  /** JSON: {"octoforge": "https://octoforge.example"}: where services are, if not at the address in their files. */
  SERVICE_ADDRESSES: emptyAsDefault(
    z._default(
      z.pipe(
        z.string(),
        z.pipe(
          z.transform((text: string, context) => parseJson(text, context)),
          z.record(moduleName, serviceAddress),
        ),
      ),
      {},
    ),
  ),
  /** The hosts that added services may name, comma separated; any public host if it is empty. */
  SERVICE_HOSTS: list,
  /** Trusted origins that are not public https ones, comma separated, such as a gateway in your own network. */
  TRUSTED_ORIGINS: list,
  /** Ids of the users who may see and use /settings/operator, and add services, comma separated (`npm run operator -- add EMAIL`). */
  OPERATORS: list.check(
    z.refine((ids) => ids.every((id) => /^usr_\w+$/.test(id)), 'must be ids of users, such as usr_3f9c'),
  ),
  /** At most two hosts besides our own whose script-typed responses pages run (§7), comma separated. */
  SCRIPT_HOSTS: list.check(
    z.refine(
      (hosts) => hosts.length <= 2 && hosts.every((host) => /^[a-z\d.-]+(:\d+)?$/.test(host)),
      'must be at most two hosts, such as "static.example.com"',
    ),
  ),
  /** "public:private", base64url: signs notifications. Without it there are none. README says how to make it. */
  VAPID_KEYS: emptyAsDefault(
    z._default(
      z.nullable(
        z.pipe(
          z.string().check(z.regex(/^B[\w-]{86}:[\w-]{43}$/, 'must be "public:private", both base64url')),
          z.transform((text: string) => {
            const [publicKey = '', privateKey = ''] = text.split(':')
            return { publicKey, privateKey }
          }),
        ),
      ),
      null,
    ),
  ),
  /** Whether the connect button connects automatically after 3 s (§4.10: in production only). */
  AUTO_CONNECT: flag,
  /** Whether a plan's events a minute hold back what is above them (§D11): off only where speed is measured. */
  RUN_PACE: z._default(
    z.pipe(
      z.enum(['on', 'off']),
      z.transform((value) => value === 'on'),
    ),
    true,
  ),
  /** How many calls to services one request or alarm begins at most (§D11). Workers Free allows 50 requests in each. */
  RUN_CALLS_A_TURN: z._default(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999')), z.transform(Number)),
    40,
  ),
  /** The operator's key at Open-Meteo. With it, the weather comes from there instead of MET Norway. */
  OPEN_METEO_KEY: z._default(z.string(), ''),
  /** Where errors are reported to, besides the log: the DSN of a project at Sentry. */
  SENTRY_DSN: optional(/^https?:\/\/\w+@[^\s/]+(\/[\w-]+)*\/\d+$/, 'a DSN such as https://key@o1.ingest.sentry.io/2'),
  /** The queue of jobs that failed too often, as wrangler.toml names it; a deployment sets it to the operator's name. */
  DEAD_LETTER_QUEUE: z._default(z.string().check(z.minLength(1)), 'switchyard-jobs-dead'),
  /** How large D1 may become, in MB: 10,000 with Workers Paid, 500 without. An error is logged from 70% of it on. */
  DATABASE_MAX_MB: z._default(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'must be a number of MB')), z.transform(Number)),
    10_000,
  ),
  /** Whether pages write otherwise silent errors to the browser's console (§5). */
  DEBUG: flag,
  /** Whether POST /graphql answers only our own documents. */
  GRAPHQL_PERSISTED_ONLY: emptyAsDefault(z._default(trueOrFalse, true)),
  /** The mobile app's store pages (§2.1). */
  APP_STORE_URL: httpsUrl,
  PLAY_STORE_URL: httpsUrl,
  /** The OpenID provider for signing in: all four or none. `OIDC_NAME` is on the button (§D3.4). */
  OIDC_ISSUER: z._default(
    z.string().check(z.refine((url) => url === '' || URL.canParse(url), 'must be an address')),
    '',
  ),
  OIDC_CLIENT_ID: z._default(z.string(), ''),
  OIDC_CLIENT_SECRET: z._default(z.string(), ''),
  OIDC_NAME: z._default(z.string().check(z.trim(), z.maxLength(30)), ''),
  /** The provider of texts. Unless all three are set, no text is sent and the page says so (§8). */
  TWILIO_ACCOUNT_SID: optional(/^AC[0-9a-f]{32}$/, 'an account SID: AC and 32 hex digits'),
  TWILIO_AUTH_TOKEN: z._default(z.string(), ''),
  TWILIO_FROM: optional(
    /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/,
    'a number such as +14155550100, or a messaging service (MG…)',
  ),
  /** Where texts go: country calling codes, comma separated; North America by default. */
  TEXT_COUNTRIES: z.pipe(
    list.check(
      z.refine(
        (codes) => codes.every((code) => code in MOBILE_NUMBERS),
        `must be of ${Object.keys(MOBILE_NUMBERS).join(', ')}`,
      ),
    ),
    z.transform((codes: string[]) => (codes.length > 0 ? codes : ['1'])),
  ),
  /** How many texts all users together get in 24 hours; an error is logged for each one above. */
  TEXTS_A_DAY: emptyAsDefault(
    z._default(
      z.pipe(z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'must be a number of texts')), z.transform(Number)),
      500,
    ),
  ),
  TWILIO_API_BASE: emptyAsDefault(z._default(origin, 'https://api.twilio.com')),
  /** The Stripe account that receives payments. Without both keys nothing is sold, and checkout says so. */
  STRIPE_SECRET_KEY: optional(/^(sk|rk)_(test|live)_\w+$/, 'a secret or restricted key of Stripe (sk_… or rk_…)'),
  STRIPE_PUBLISHABLE_KEY: optional(/^pk_(test|live)_\w+$/, 'a publishable key of Stripe (pk_…)'),
  /** Secrets that sign Stripe's events; two, comma separated, during a rotation. */
  STRIPE_WEBHOOK_SECRETS: list.check(
    z.refine((secrets) => secrets.every((secret) => /^whsec_\w+$/.test(secret)), 'must be secrets such as "whsec_…"'),
  ),
  /** The kinds of mails about money that Stripe sends to customers itself, so that we do not. */
  STRIPE_SENDS: list.check(
    z.refine(
      (kinds) => kinds.every((kind) => MONEY_MAIL_KINDS.some((known) => known === kind)),
      `must be of ${MONEY_MAIL_KINDS.join(', ')}`,
    ),
  ),
  /** How many days before a yearly plan renews its user is told. */
  RENEWAL_NOTICE_DAYS: emptyAsDefault(
    z._default(
      z.pipe(
        z.string().check(z.regex(/^(1[5-9]|[23]\d|4[0-5])$/, 'must be a number of days from 15 to 45')),
        z.transform(Number),
      ),
      30,
    ),
  ),
  /** Whether Stripe Tax finds the tax that prices include; then checkout asks for country and postal code. */
  STRIPE_TAX: emptyAsDefault(
    z._default(
      z.pipe(
        z.enum(['on', 'off']),
        z.transform((value) => value === 'on'),
      ),
      false,
    ),
  ),
  STRIPE_API_BASE: emptyAsDefault(z._default(origin, 'https://api.stripe.com')),
  /** The promotion code of a campaign: 23% off the first payment of Pro, for everyone but students. Empty means none. */
  CAMPAIGN_CODE: optional(/^[A-Za-z0-9_-]{1,100}$/, 'a promotion code of Stripe'),
  /** Your own copy of Stripe.js; empty means Stripe's. */
  STRIPE_JS_URL: z._default(
    z.string().check(z.refine((url) => url === '' || URL.canParse(url), 'must be an address')),
    '',
  ),
})
export type Settings = z.output<typeof settingsSchema>

function parseJson(text: string, context: { issues: unknown[] }): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.issues.push({ code: 'custom', message: 'must be JSON', input: text })
    return {}
  }
}

/** The validated settings. Throws one Error that names every wrong setting and how to set it. */
export function readSettings(env: Record<string, unknown>): Settings {
  const result = settingsSchema.safeParse(env)
  const problems = result.success
    ? [...hashProblems(result.data), ...stripeProblems(result.data), ...oidcProblems(result.data)]
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (result.success && problems.length === 0) return result.data
  const lines = problems.map((problem) => `  ${problem}`)
  throw new Error(
    `Switchyard cannot start because these settings are wrong:\n${lines.join('\n')}\nSet them in wrangler.toml [vars], with \`wrangler secret put\`, or locally in .dev.vars.`,
  )
}

/** Settings are checked once per isolate, because the environment cannot change while it lives. */
const checked = new WeakMap<object, Settings>()

export function settingsOf(env: Env): Settings {
  const known = checked.get(env)
  if (known) return known
  const settings = readSettings(env)
  checked.set(env, settings)
  return settings
}

/** Nobody deploys the tests' cheap hashes by mistake. */
function hashProblems({ SCRYPT_N: cost, SITE_ORIGIN }: Settings): string[] {
  const isLocal = SITE_ORIGIN.startsWith('http://')
  return cost >= DEFAULT_SCRYPT_N || isLocal
    ? []
    : [`SCRYPT_N: must be at least ${DEFAULT_SCRYPT_N} where SITE_ORIGIN is https`]
}

/** Live keys may only be used with the real Stripe, and both keys need the same mode. */
function stripeProblems(settings: Settings): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_API_BASE, STRIPE_JS_URL } = settings
  const live = [secret, publishable].map((key) => key.split('_')[1] === 'live')
  return [
    ...(Boolean(secret) === Boolean(publishable)
      ? []
      : ['STRIPE_SECRET_KEY: must be set together with STRIPE_PUBLISHABLE_KEY']),
    ...(secret && publishable && live[0] !== live[1]
      ? ['STRIPE_PUBLISHABLE_KEY: must have the same mode as STRIPE_SECRET_KEY']
      : []),
    ...(live[0] && STRIPE_API_BASE !== 'https://api.stripe.com'
      ? ['STRIPE_API_BASE: a live key may only go to Stripe']
      : []),
    ...(live[1] && STRIPE_JS_URL !== ''
      ? ['STRIPE_JS_URL: a live key may only be used with Stripe.js from Stripe']
      : []),
  ]
}

/** A provider needs all its settings, and https so that its responses cannot be tampered with. */
function oidcProblems(settings: Settings): string[] {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const
  const missing = names.filter((name) => !settings[name])
  if (missing.length === names.length) return []
  const { OIDC_ISSUER: issuer, TRUSTED_ORIGINS } = settings
  const safe = !issuer || issuer.startsWith('https://') || TRUSTED_ORIGINS.includes(new URL(issuer).origin)
  return [
    ...missing.map((name) => `${name}: is missing, but other OIDC_ settings are set`),
    ...(safe ? [] : ['OIDC_ISSUER: must be https, or have an origin in TRUSTED_ORIGINS']),
  ]
}
