import { checkValues } from '../../worker/connections/pasted-values/check-values.ts'
import { refusedValues } from '../../worker/connections/pasted-values/refused-values.ts'
import {
  accountIo,
  pastedText,
  readCredentials,
  secretsOf,
  type AccountValues,
} from '../../worker/engine/steps/account-io.ts'
import type { RunnableService } from '../../worker/engine/steps/service-steps.ts'
import { pastedFields, SERVER, serverField, serversOf } from '../../worker/services/format/connect-values.ts'
import type { ConnectField, ServiceDefinition } from '../../worker/services/format/service-definition.ts'
import { AppError } from '../../worker/system/errors/app-error.ts'
import { askPasted } from './ask-values.ts'
import type { Terminal } from '../processes/terminal.ts'

type Trial = {
  service: ServiceDefinition
  runnable: RunnableService
  base_url: string
  settings: Parameters<typeof checkValues>[0]['settings']
  env: NodeJS.ProcessEnv
}

const KEY = { slug: 'token', label: 'Key', type: 'secret' } as const
const TOKEN = {
  slug: 'token',
  label: 'Access token',
  type: 'secret',
  hint: 'Sign in at the service, and paste a token.',
} as const

/** Asks for what people paste to connect, or for a token in place of a sign-in. Throws what is wrong with it, in users' words. */
export async function askAccountValues(terminal: Terminal, trial: Trial): Promise<AccountValues | null> {
  const { service, base_url, settings, env } = trial
  const fields = askedFields(service)
  if (fields.length === 0) return null
  const pasted: Record<string, string> = {}
  for (const { slug, label, hint, type, required = true, default_value = '' } of fields) {
    const name = `${service.id}_${slug}`.toUpperCase()
    const question = { name, label, hint, hidden: type === 'secret', needed: required, value: default_value }
    pasted[slug] = await askPasted(terminal, env, question)
  }
  const values = checkValues({ settings }, { fields, name: service.name, base_url }, pasted)
  const isToken = fields.length === 1 && fields[0]?.slug === 'token'
  return readCredentials(isToken ? (values['token'] ?? '') : pastedText(values))
}

function askedFields(service: ServiceDefinition): readonly ConnectField[] {
  const { connect } = service
  if (connect.kind === 'none') return []
  const fields = pastedFields(connect)
  const servers = serversOf(service)
  const server = servers ? [{ ...servers.field, slug: SERVER, type: 'url' } as const] : []
  if (connect.kind === 'oauth2') {
    return fields.some(({ slug }) => slug === 'token') ? fields : [...server, ...fields, TOKEN]
  }
  return fields.length === 0 ? [KEY] : fields
}

/** Asks whose account it is, as the page that connects a service does. Throws in its words what is wrong. */
export async function nameAccount(
  { service, runnable, base_url }: Trial,
  account: AccountValues,
  ports: Parameters<typeof accountIo>[0],
): Promise<string | null> {
  if (!runnable.checkAccount) return null
  const outcome = await runnable.checkAccount(accountIo(ports, runnable, account))
  if (outcome.ok) return `${outcome.value.name} (${outcome.value.id})`
  const values = account.credentials
  const first = pastedFields(service.connect)[0]?.slug ?? 'token'
  throw refusedValues(outcome.problem, {
    service: runnable,
    name: service.name,
    base_url,
    values,
    first,
    server: serverField(service),
  })
}

/** The values of an account that no output may show. */
export function hiddenValues(runnable: RunnableService, account: AccountValues | null): string[] {
  if (account === null) return []
  const secrets = [...secretsOf(runnable, account), ...(account.token === null ? [] : [account.token])]
  const encoded = (['base64', 'base64url'] as const).flatMap((encoding) =>
    secrets.map((secret) => Buffer.from(secret).toString(encoding)),
  )
  return [...secrets, ...encoded]
}

/** An error of the product as a user reads it. */
export function inWords(error: unknown): Error {
  if (!(error instanceof AppError)) return error instanceof Error ? error : new Error(String(error))
  const { attribute } = error.detail
  return new Error(`A user would read${attribute ? ` at ${attribute}` : ''}: ${error.message}`, { cause: error })
}
