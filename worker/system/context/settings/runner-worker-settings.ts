import * as z from 'zod/mini'
import { moduleName } from '../../../contract/connections/connection-input.ts'
import { emptyAsDefault, list, NOWHERE, onOrOff, optional, origin, type Read } from './setting-shapes.ts'

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
const serviceAddress = z
  .string()
  .check(z.refine((url) => URL.canParse(url) && !/[/?#]$/.test(url), 'must be an address without a slash at its end'))

/** The settings that both Workers need: where the product and its services are, and the keys of what is stored. */
export const RUNNER_WORKER_SETTINGS = {
  PRODUCT_NAME: z._default(z.string().check(z.minLength(1)), 'Switchyard'),
  /** Our own origin: links in mails, OAuth redirect addresses, the origin that forms must come from. */
  SITE_ORIGIN: origin,
  SUPPORT_URL: z.string().check(z.url()),
  /** Signs links and CSRF tokens: the first key signs, all verify, comma separated. `openssl rand -base64 32`. */
  SECRET_KEY: z.pipe(
    z.string('is missing').check(z.regex(/^[^,]{32,}(,[^,]{32,})*$/, 'must be keys of at least 32 characters')),
    z.transform((text: string): readonly [string, ...string[]] => {
      const [newest = '', ...older] = text.split(',')
      return [newest, ...older]
    }),
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
  /** JSON: {"github": {"client_id": "…", "client_secret": "…"}}; `service_key` for a service that says "poll now"
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
  /** JSON: {"gitlab": "https://gitlab.example"}: where services are, if not at the address in their files. */
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
  /** Trusted origins that are not public https ones, comma separated, such as a gateway in your own network. */
  TRUSTED_ORIGINS: list,
  /** Whether a plan's events a minute hold back what is above them: off only where speed is measured. */
  RUN_PACE: z._default(onOrOff, true),
  /** How many calls to services one request or alarm begins at most. Workers Free allows 50 requests in each. */
  RUN_CALLS_A_TURN: z._default(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999')), z.transform(Number)),
    40,
  ),
  /** The operator's key at Open-Meteo. With it, the weather comes from there instead of MET Norway. */
  OPEN_METEO_KEY: z._default(z.string(), ''),
  /** Where errors are reported to, besides the log: the DSN of a project at Sentry. */
  SENTRY_DSN: optional(/^https?:\/\/\w+@[^\s/]+(\/[\w-]+)*\/\d+$/, 'a DSN such as https://key@o1.ingest.sentry.io/2'),
}

/** Where services are whose addresses are wrong: nowhere, because what is sent to them must not go to others. */
export const ELSEWHERE = { SERVICE_ADDRESSES: { '*': `https://${NOWHERE}` } }

export type RunnerWorkerSettings = Read<typeof RUNNER_WORKER_SETTINGS>

function parseJson(text: string, context: { issues: unknown[] }): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.issues.push({ code: 'custom', message: 'must be JSON', input: text })
    return {}
  }
}
