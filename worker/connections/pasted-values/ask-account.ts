import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { accountIo, pastedText, readCredentials } from '../../engine/steps/account-io.ts'
import { lookupIo } from './lookup-io.ts'
import { refusedValues, type Asked } from './refused-values.ts'

/**
 * Asks the service whose account the pasted values open. Throws `invalid_key` on the value that it refuses (`first`
 * where it does not say which), `service_unreachable` (502) where it gives no usable answer.
 */
export async function askAccount(ctx: Ctx, asked: Asked): Promise<{ id: string; name: string }> {
  const { service, base_url, values } = asked
  if (!service.checkAccount)
    throw new AppError('internal', { cause: new Error(`${service.module_name} has no accounts`) })
  const account = readCredentials(pastedText(values))
  const outcome = await service.checkAccount(accountIo(lookupIo(ctx, service.module_name, base_url), service, account))
  if (outcome.ok) return { id: outcome.value.id.slice(0, 200), name: outcome.value.name.slice(0, 200) }
  throw refusedValues(outcome.problem, asked)
}
