import type * as z from 'zod/mini'
import { LANGUAGE_MODEL_SETTINGS } from '../../worker/system/context/settings/language-model-settings.ts'
import { MESSAGE_SETTINGS } from '../../worker/system/context/settings/message-settings.ts'
import { RUNNER_WORKER_SETTINGS } from '../../worker/system/context/settings/runner-worker-settings.ts'
import { SIGN_IN_SETTINGS } from '../../worker/system/context/settings/sign-in-settings.ts'
import { SITE_SETTINGS } from '../../worker/system/context/settings/site-settings.ts'
import { STRIPE_SETTINGS } from '../../worker/system/context/settings/stripe-settings.ts'
import { SETTING_TEXTS } from './setting-texts.ts'

const SECTIONS: readonly { title: string; settings: Record<string, z.ZodMiniType> }[] = [
  { title: 'Both Workers', settings: RUNNER_WORKER_SETTINGS },
  { title: 'The site', settings: SITE_SETTINGS },
  { title: 'Signing in', settings: SIGN_IN_SETTINGS },
  { title: 'Mails, notifications and texts', settings: MESSAGE_SETTINGS },
  { title: 'A language model', settings: LANGUAGE_MODEL_SETTINGS },
  { title: 'Stripe', settings: STRIPE_SETTINGS },
]

const INTRODUCTION = `# Settings

Every setting of the Workers, as \`worker/system/context/settings/\` reads it. This page is written from there and from
\`dev/settings/setting-texts.ts\`; after a change there, \`npx vitest run --project dev dev/settings -u\` writes it again.

- Set them under \`"vars"\` in \`deployment.json\`, which replace those of \`wrangler.toml\` \`[vars]\`, and deploy ([deploy.md](deploy.md)).
- The ones marked “(secret)” are secrets of the Workers. \`npm run deploy\` asks for those that it needs, or takes them
  from the environment. To replace one, see “Secrets” in [operate.md](operate.md).
- The same names in \`.dev.vars\` set them on your machine. With \`STRIPE_SECRET_KEY\` or \`OIDC_ISSUER\` there, that stand-in stays off,
  and \`stripe listen --forward-to localhost:8788/webhooks/stripe\` brings your account's events.
- Where a setting that is “needed” is missing or wrong, every call is answered 503. \`npm run doctor\` names those that are still the examples of
  \`wrangler.toml\`.
- Any other setting that is wrong turns off what it sets, and nothing else: it counts as not set. With a wrong one of Stripe's keys and
  addresses nothing is sold; the same holds for all settings of Twilio and texts, of the OpenID provider and of the language model. In
  \`SERVICE_CREDENTIALS\` and \`SERVICE_ADDRESSES\` only the services with a wrong entry are off; without readable JSON, all of them that
  have a client or an address. A wrong \`SERVICE_HOSTS\` allows no host.

\`GET /api/health\` names every wrong setting of both Workers, and any that differ between the two; so do the log (\`wrong_setting\`), \`npm run doctor\`,
\`/settings/operator\` and a deployment, which refuses them before it makes anything.`

/** docs/settings.md as it should be. */
export function settingsDocument(): string {
  const sections = SECTIONS.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(
      ([name, schema]) =>
        `| \`${name}\`${isSecret(name) ? ' (secret)' : ''} | ${aboutOf(name)} | ${defaultOf(schema)} |`,
    )
    return [`## ${title}`, '', '| setting | what it is | if it is not set |', '| --- | --- | --- |', ...rows].join('\n')
  })
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`
}

/** The names of all settings in it. */
export function documentedSettings(): string[] {
  return SECTIONS.flatMap(({ settings }) => Object.keys(settings))
}

const TEXTS: Record<string, { about: string; secret?: true }> = SETTING_TEXTS

function aboutOf(name: string): string {
  const about = TEXTS[name]?.about
  if (about === undefined) throw new Error(`${name} is in no line of dev/settings/setting-texts.ts`)
  return about
}

function isSecret(name: string): boolean {
  return TEXTS[name]?.secret ?? false
}

/** Shows the schema's default as somebody would write it. */
function defaultOf(schema: z.ZodMiniType): string {
  const { success, data } = schema.safeParse(undefined)
  if (!success) return 'needed'
  if (typeof data === 'boolean') {
    const word = ['true', 'false', 'on', 'off'].find((each) => schema.safeParse(each).data === data)
    return `\`${word}\``
  }
  const text = Array.isArray(data)
    ? data.join(',')
    : typeof data === 'string' || typeof data === 'number'
      ? `${data}`
      : ''
  return text && `\`${text}\``
}
