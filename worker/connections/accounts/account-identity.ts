import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { ServiceRow } from '../../db/services/service-catalog.ts'
import { accountIo, readCredentials } from '../../engine/steps/account-io.ts'
import { findService, loadServices, serviceAddress, serviceFile } from '../../services/known-services.ts'
import { lookupIo } from '../pasted-values/lookup-io.ts'

/** `values`: what else its steps are given, as its service's file says. */
export type Identity = { id: string; name: string; values?: Record<string, string> }

const LONGEST = 200

/**
 * Asks the service whose account a token or key opens, as its file says; null if the service rejects it. Throws
 * `service_unreachable` (502).
 */
export async function fetchIdentity(ctx: Ctx, row: ServiceRow, token: string): Promise<Identity | null> {
  const { module_name } = row
  await loadServices(ctx, [module_name])
  const service = findService(module_name)
  if (!service?.checkAccount)
    throw new AppError('internal', { cause: new Error(`${module_name} does not say whose account it is`) })
  const io = lookupIo(ctx, module_name, addressOf(ctx, row))
  const asked = await service.checkAccount(accountIo(io, service, readCredentials(token)))
  if (!asked.ok) {
    const { failure, status } = asked.problem
    if (failure === 'unauthorized' || status === 403) return null
    throw new AppError('service_unreachable', { cause: new Error(failure) })
  }
  const { id, name, ...more } = asked.value
  if (id === '' || name.trim() === '') throw new AppError('service_unreachable', { cause: new Error('No name') })
  return { ...more, id: id.slice(0, LONGEST), name: name.trim().slice(0, LONGEST) }
}

/** The catalog names the whole address of the request. */
function addressOf({ settings }: Ctx, { module_name, account_url }: ServiceRow): string {
  const connect = serviceFile(module_name)?.connect
  const account = connect && connect.kind !== 'none' ? connect.account : undefined
  const path = typeof account === 'object' ? account.get : undefined
  if (path !== undefined && account_url?.endsWith(path)) return account_url.slice(0, -path.length)
  return serviceAddress(module_name, settings.SERVICE_ADDRESSES)
}
