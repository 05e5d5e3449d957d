import * as z from 'zod/mini'
import type { Ctx } from '../context/context.ts'
import { AppError } from '../errors/app-error.ts'
import { guardedFetch } from '../outbound/guarded-fetch.ts'
import type { ServiceRow } from '../db/schema/connections.ts'
import { readCredentials } from '../runner-api/account-io.ts'
import type { AskAccount } from '../services/format/service-definition.ts'
import { loadServices, serviceAddress, serviceFile } from '../services/operator/known-services.ts'
import { lookupIo } from './pasted-values/lookup-io.ts'

const identity = z.object({
  id: z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.int()]),
  name: z.string().check(z.trim(), z.minLength(1)),
})
export type Identity = { id: string; name: string }

/**
 * Asks the service whose account a token or key opens; null if the service rejects it. Throws `service_unreachable`
 * (502).
 */
export async function fetchIdentity(ctx: Ctx, service: ServiceRow, token: string): Promise<Identity | null> {
  await loadServices(ctx, [service.module_name])
  const connect = serviceFile(service.module_name)?.connect
  if (connect && connect.kind !== 'none' && typeof connect.account === 'function')
    return askFile(ctx, service, connect.account, token)
  if (!service.account_url)
    throw new AppError('internal', { cause: new Error(`${service.module_name} has no account_url`) })
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const response = await guardedFetch(ctx)(service.account_url, { headers })
  if (response.status === 401 || response.status === 403) return null
  if (!response.ok) throw new AppError('service_unreachable')
  const read = identity.safeParse(await response.json().catch(() => null))
  if (!read.success) throw new AppError('service_unreachable', { cause: read.error })
  return { id: String(read.data.id), name: read.data.name.slice(0, 200) }
}

/** A service whose file asks by code, because its protocol has an answer of its own. */
async function askFile(
  ctx: Ctx,
  { module_name }: ServiceRow,
  ask: AskAccount,
  token: string,
): Promise<Identity | null> {
  const ports = lookupIo(ctx, module_name, serviceAddress(module_name, ctx.settings.SERVICE_ADDRESSES))
  const asked = await ask({ ...ports, ...readCredentials(token) })
  if (asked.ok) return { id: asked.value.id.slice(0, 200), name: asked.value.name.slice(0, 200) }
  if (asked.problem.failure === 'unauthorized') return null
  throw new AppError('service_unreachable', { cause: new Error(asked.problem.failure) })
}
