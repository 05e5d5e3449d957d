import type { Ctx } from '../../system/context/context.ts'
import { lookupIo } from '../../connections/pasted-values/lookup-io.ts'
import { stepsOfServices } from '../../contract/applets/step-list.ts'
import type { AppletStep } from '../../contract/applets/applet.ts'
import type { FieldError } from '../../contract/errors.ts'
import { readAccountAt } from '../../db/connections/connected-accounts.ts'
import { log } from '../../system/log/log.ts'
import { accountIo, readCredentials, type AccountValues } from '../../engine/steps/account-io.ts'
import type { Objection } from '../../engine/steps/service-steps.ts'
import { accountOwner, decryptToken } from '../../system/secrets/token-encryption.ts'
import { findService, loadServices, serviceAddress } from '../../services/known-services.ts'
import type { LoadedForUser } from '../read/load-applet.ts'

/**
 * Asks the services of triggers that want to know whether these values may be saved, with the user's account. Returns
 * what is wrong, in the service's words, by the field's key. A service that gives no answer holds up nobody.
 */
export async function validateAtService(
  ctx: Ctx,
  loaded: LoadedForUser,
  values: Readonly<Record<string, string>>,
): Promise<FieldError[]> {
  const triggers = loaded.steps.filter(({ kind }) => kind === 'trigger')
  const errors = await Promise.all(triggers.map((step) => validateTrigger(ctx, loaded, step, values)))
  return errors.flat()
}

async function validateTrigger(
  ctx: Ctx,
  loaded: LoadedForUser,
  step: AppletStep,
  values: Readonly<Record<string, string>>,
): Promise<FieldError[]> {
  const { slug, account_slot, service } = step
  const own = loaded.fields.filter(({ key }) => key.startsWith(`${step.position}.`))
  const given = own.map(({ key, default_value }) => [slugOf(key), values[key] ?? default_value ?? ''])
  const trigger = { user_id: loaded.actor.id, module_name: service.module_name, slug, account_slot }
  const fixed = stepsOfServices(loaded.document.steps).find(({ id }) => id === step.position)?.fields
  const problems = await askTrigger(ctx, trigger, async () => ({ ...fixed, ...Object.fromEntries(given) }))
  return own.flatMap(({ key }) => {
    const message = problems[slugOf(key)]
    return typeof message === 'string' ? [{ attribute: key, message }] : []
  })
}

type AskedTrigger = { user_id: string; module_name: string; slug: string; account_slot: number }

/**
 * Asks a trigger's service for its objections to these fields, by the field's slug. Nothing for a service
 * that does not want to know, gives no answer, or has no account that works.
 */
export async function askTrigger(
  ctx: Ctx,
  { user_id, module_name, slug, account_slot }: AskedTrigger,
  readFields: () => Promise<Record<string, string>>,
): Promise<Record<string, Objection>> {
  await loadServices(ctx, [module_name])
  const service = findService(module_name)
  const validate = service?.triggers[slug]?.validate
  if (!service || !validate) return {}
  try {
    const account = service.checkAccount ? await readAccount(ctx, { user_id, module_name, account_slot }) : null
    if (service.checkAccount && !account) return {}
    const ports = lookupIo(ctx, module_name, serviceAddress(module_name, ctx.settings.SERVICE_ADDRESSES))
    return await validate(await readFields(), accountIo(ports, service, account))
  } catch (error) {
    log('warn', 'fields_not_validated', { module_name, message: String(error) })
    return {}
  }
}

function slugOf(key: string): string {
  return key.slice(key.indexOf('.') + 1)
}

/** The account that the step uses, opened; null where it is not connected. */
async function readAccount(ctx: Ctx, step: Omit<AskedTrigger, 'slug'>): Promise<AccountValues | null> {
  const account = await readAccountAt(ctx, step)
  if (account?.status !== 'connected') return null
  return readCredentials(await decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), account.access_token))
}
