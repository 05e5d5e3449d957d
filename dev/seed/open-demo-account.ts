import { accountIo, pastedText, readCredentials } from '../../worker/engine/steps/account-io.ts'
import type { StepIo } from '../../worker/engine/steps/service-steps.ts'
import { SERVER } from '../../worker/services/format/connect-values.ts'
import { runnableService } from '../../worker/services/format/http/runnable-service.ts'
import { OUTSIDE_APPLETS } from '../../worker/services/format/outside-applets.ts'
import type { ServiceDefinition } from '../../worker/services/format/service-definition.ts'
import { ownServiceFile } from '../../worker/services/service-registry.ts'
import { guardedOutcome } from '../../worker/system/outbound/guarded-outcome.ts'
import { doubleSignIns } from '../stand-ins/doubles/double-routes.ts'
import { AtProvider } from '../stand-ins/oauth/at-provider.ts'
import { samplePasted } from '../stand-ins/samples/connect/sample-credentials.ts'
import type { OpenAccount } from './seed-accounts.ts'

type Tokens = { access_token: string; refresh_token: string | null; expires_at: number | null; server?: string }

/** The key that Telegram's double takes; others take those of their files' samples. */
const TELEGRAM_KEY = { token: '700100200:AAFdoubleOfTelegram_0123456789abcdefg' }

/**
 * Connects accounts at the doubles as their owners would, so that the seeded tokens work there. `addresses`: where the
 * services are, by module name. Throws where a service refuses.
 */
export function openDemoAccount(addresses: Readonly<Record<string, string>>): OpenAccount {
  return async (module_name, who) => {
    const definition = ownServiceFile(module_name)
    const address = addresses[module_name]
    if (!definition || !address) throw new Error(`There is no service ${module_name}.`)
    const tokens = await openTokens(definition, address, who === 'ada' ? 0 : 1)
    const { id, name, values } = await readIdentity(definition, address, tokens.access_token)
    const { credentials } = readCredentials(tokens.access_token)
    const access_token = values ? pastedText({ ...credentials, ...values }) : tokens.access_token
    return { ...tokens, access_token, account_id: id, account_name: name }
  }
}

/** What is pasted to connect a service at this address. Throws where there is no such service. */
export function demoKey(module_name: string, address: string): Record<string, string> {
  const definition = ownServiceFile(module_name)
  if (!definition) throw new Error(`There is no service ${module_name}.`)
  return module_name === 'telegram' ? TELEGRAM_KEY : samplePasted(definition, address)
}

async function openTokens(definition: ServiceDefinition, address: string, index: number): Promise<Tokens> {
  const sign_in = doubleSignIns().find(({ module_name }) => module_name === definition.id)
  if (!sign_in) return openKey(definition, address)
  const registers = sign_in.paths.register !== undefined
  const provider = registers ? await AtProvider.registered(address, sign_in) : new AtProvider(address, sign_in)
  const { access_token, refresh_token = null, expires_in } = await provider.signIn(sign_in.accounts[index]?.id)
  const expires_at = expires_in === undefined ? null : Date.now() + expires_in * 1000
  if (!registers) return { access_token, refresh_token, expires_at }
  const sealed = pastedText({ [SERVER]: address, token: access_token })
  return { access_token: sealed, refresh_token: null, expires_at, server: address }
}

/** A pasted key, or the session that it opens. */
async function openKey(definition: ServiceDefinition, address: string): Promise<Tokens> {
  const pasted = demoKey(definition.id, address)
  const opened = await definition.code?.session?.open(ioAt(definition, address, pastedText(pasted)))
  if (!opened) return { access_token: pastedText(pasted), refresh_token: null, expires_at: null }
  if (!opened.ok) throw new Error(`${definition.name} opens no session: ${opened.problem.message}`)
  const { values, refresh_token, expires_at } = opened.value
  return { access_token: pastedText({ ...pasted, ...values }), refresh_token, expires_at }
}

/** Asks whose account it is, as the product does when an account is connected. */
async function readIdentity(definition: ServiceDefinition, address: string, text: string) {
  const asked = await runnableService(definition).checkAccount?.(ioAt(definition, address, text))
  if (!asked?.ok) throw new Error(`${definition.name} does not say whose account it is: ${asked?.problem.message}`)
  return asked.value
}

/** The ports of a service's functions with this account. */
function ioAt(definition: ServiceDefinition, base_url: string, text: string): StepIo {
  const settings = {
    SITE_ORIGIN: 'http://localhost:8788',
    SUPPORT_URL: '',
    TRUSTED_ORIGINS: [new URL(base_url).origin],
  }
  const ports = {
    fetch: guardedOutcome({ fetch, settings }),
    base_url,
    key: null,
    timezone: 'UTC',
    now: Date.now(),
    ...OUTSIDE_APPLETS,
  }
  return accountIo(ports, runnableService(definition), readCredentials(text))
}
