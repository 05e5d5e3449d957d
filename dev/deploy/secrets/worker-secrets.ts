import { createECDH, randomBytes } from 'node:crypto'
import { readSettings } from '../../../worker/system/context/env.ts'
import { readRunnerSettings } from '../../../worker/system/context/runner-env.ts'
import { RUNNER_WORKER_SETTINGS } from '../../../worker/system/context/settings/runner-worker-settings.ts'

type Vars = Record<string, unknown>

type WorkerSecret = {
  name: string
  /** Its purpose, in words for the person who is asked for it. */
  about: string
  /** Makes a new one, where nobody else has to know it first. */
  make?: () => string
  /** Whether the product, as it is set up, cannot do without. */
  isNeeded: (vars: Vars) => boolean
  /** Stands for one that Cloudflare keeps and never shows, when settings are checked. */
  sample: (vars: Vars) => string
}

const key = () => randomBytes(32).toString('base64')
const always = () => true
const never = () => false
const isSet = (name: string) => (vars: Vars) => Boolean(vars[name])

/** All secrets that the Workers read: those that docs/settings.md marks "(secret)". The API Worker gets each. */
export const WORKER_SECRETS: readonly WorkerSecret[] = [
  { name: 'SECRET_KEY', about: 'signs links and form tokens', make: key, isNeeded: always, sample: key },
  {
    name: 'TOKEN_KEYS',
    about: 'encrypts stored tokens',
    make: () => `k1:${key()}`,
    isNeeded: always,
    sample: () => `k1:${key()}`,
  },
  { name: 'VAPID_KEYS', about: 'signs notifications', make: vapidKeys, isNeeded: always, sample: vapidKeys },
  {
    name: 'STRIPE_SECRET_KEY',
    about: "Stripe's secret key (sk_… or rk_…)",
    isNeeded: isSet('STRIPE_PUBLISHABLE_KEY'),
    sample: ({ STRIPE_PUBLISHABLE_KEY: publishable }) =>
      publishable ? `sk_${String(publishable).split('_')[1]}_kept` : '',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRETS',
    about: 'what signs the events of Stripe; `npm run stripe:setup -- --remote` makes it',
    isNeeded: never,
    sample: () => 'whsec_kept',
  },
  { name: 'SERVICE_CREDENTIALS', about: 'our clients at the services, as JSON', isNeeded: never, sample: () => '{}' },
  {
    name: 'OIDC_CLIENT_SECRET',
    about: "the OpenID provider's client secret",
    isNeeded: isSet('OIDC_ISSUER'),
    sample: ({ OIDC_ISSUER: issuer }) => (issuer ? 'kept' : ''),
  },
  {
    name: 'TWILIO_AUTH_TOKEN',
    about: "the Twilio account's token",
    isNeeded: isSet('TWILIO_ACCOUNT_SID'),
    sample: () => 'kept',
  },
  {
    name: 'AI_API_KEY',
    about: "the language model's key",
    // A server of one's own may want none.
    isNeeded: ({ AI_PROVIDER, AI_BASE_URL }) => AI_PROVIDER === 'openai' && !AI_BASE_URL,
    sample: () => 'kept',
  },
  { name: 'OPEN_METEO_KEY', about: 'our key at Open-Meteo', isNeeded: never, sample: () => 'kept' },
  {
    name: 'SENTRY_DSN',
    about: 'where errors are reported to: the DSN of a project at Sentry',
    isNeeded: never,
    sample: () => 'https://kept@kept.invalid/1',
  },
]

/** Whether the Runner's Worker reads this setting too. */
export function isOfRunner(name: string): boolean {
  return name in RUNNER_WORKER_SETTINGS
}

/**
 * Lists what the Workers would say of their settings, a sentence each. `given`: new secrets. `kept`: names of secrets
 * that a Worker has already.
 */
export function settingsProblems(vars: Vars, given: Record<string, string>, kept: ReadonlySet<string>): string[] {
  const samples = WORKER_SECRETS.filter(({ name }) => kept.has(name)).map(({ name, sample }) => [name, sample(vars)])
  const settings = { ...vars, ...Object.fromEntries(samples), ...given }
  return [...new Set([readSettings, readRunnerSettings].flatMap((read) => read(settings).problems))]
}

function vapidKeys(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const privateKey = Buffer.alloc(32)
  // A private key may begin with zeros, which Node leaves out.
  const bytes = pair.getPrivateKey()
  bytes.copy(privateKey, 32 - bytes.length)
  return `${pair.getPublicKey('base64url')}:${privateKey.toString('base64url')}`
}
