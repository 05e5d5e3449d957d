import { requireUser } from '../../system/context/require-user.ts'
import type { Ctx } from '../../system/context/context.ts'
import { activationPath } from '../../contract/addresses.ts'
import type { FieldOption, OptionsAt } from '../../contract/connections/service.ts'
import { readOptionsAddress } from '../../contract/connections/options-address.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { withAccessToken } from './access-token.ts'
import { sharedOptions } from './shared-options.ts'
import { lookupIo } from '../pasted-values/lookup-io.ts'
import { whyRefused } from '../../system/outbound/outbound-guard.ts'
import { accountIo, type AccountValues } from '../../engine/steps/account-io.ts'
import { catalogBase } from '../../services/catalog/catalog-rows.ts'
import { askLiveOptions, liveOptionsAt } from '../../services/format/http/ask-live-options.ts'
import type { LiveOptions } from '../../services/format/service-definition.ts'
import { findService as findRunnable, loadServices, serviceFile } from '../../services/known-services.ts'
import { readAccountFor, type AccountRow } from '../../db/connections/connected-accounts.ts'
import { readServicesWithOptionsAt } from '../../db/services/service-catalog.ts'

const NO_ACCOUNT: AccountValues = { token: null, credentials: {} }

type Query = { resolve_url: string; live_channel_id?: string | undefined }

/**
 * The options that a service lists for a field (§3, §7). Opens only addresses that a service's field is registered
 * with, using the token of one of the user's own accounts. Throws `invalid_input` on resolve_url, also with the words
 * of a service that cannot list them, `not_found` for another user's account, `services_not_connected`, `connection_broken`, `service_unreachable`.
 */
export async function storedFieldsOptions(ctx: Ctx, { resolve_url, live_channel_id }: Query): Promise<FieldOption[]> {
  const user = await requireUser(ctx)
  const { modules, options_at } = await registeredAt(ctx, readOptionsAddress(resolve_url).address)
  await loadServices(ctx, modules)
  const found: { options: FieldOption[] | null; why: string | null } = { options: null, why: null }
  const ask = async (module_name: string, values: AccountValues) => {
    const asked = await askOptions(ctx, { module_name, resolve_url, options_at }, values)
    if (asked.ok) found.options = asked.value
    else if (asked.problem.failure === 'input') found.why = asked.problem.message
    return new Response(null, { status: asked.ok ? 200 : (asked.problem.status ?? 502) })
  }
  // A service without accounts is opened by the operator's key, any other by the user's account.
  const keyed = modules.find((each) => serviceFile(each)?.connect.kind === 'none')
  if (keyed === undefined) {
    const account = await accountFor(ctx, user.id, modules, live_channel_id)
    await withAccessToken(ctx, account, (values) => ask(account.module_name, values))
  } else {
    const askOpen = () => ask(keyed, NO_ACCOUNT).then(() => found.options)
    found.options = await sharedOptions(ctx, [serviceFile(keyed), resolve_url], askOpen)
  }
  if (found.why !== null) throw new AppError('invalid_input', { attribute: 'resolve_url', message: found.why })
  if (!found.options) throw new AppError('service_unreachable')
  return found.options
}

type Asked = { module_name: string; resolve_url: string; options_at: OptionsAt | null }

/** Sends what the service's file would send there. One that the guard refuses counts as no answer. */
async function askOptions(ctx: Ctx, { module_name, resolve_url, options_at }: Asked, values: AccountValues) {
  const file = serviceFile(module_name)
  const service = file ?? { id: module_name, name: module_name }
  const base = file ? catalogBase(file, ctx.settings.SERVICE_ADDRESSES) : new URL(resolve_url).origin
  const known = file && liveOptionsAt(file, base, resolve_url)
  const owner = findRunnable(module_name) ?? { base_field: null, secret_fields: [] }
  const io = accountIo(lookupIo(ctx, module_name, base), owner, values)
  if (known?.code) return known.code(io)
  return askLiveOptions(service, known ?? { options: listedAt(resolve_url, options_at), fields: [], values: {} }, io)
}

/** Of a catalog that is older or newer than the files. */
function listedAt(resolve_url: string, at: OptionsAt | null): LiveOptions {
  const { group, group_ends, ...places } = at ?? { group: null }
  const until = group_ends === undefined ? group : `{{${group} | before: "${group_ends}"}}`
  return { get: resolve_url, ...places, ...(until !== null && { group: until }) }
}

type Registered = { modules: string[]; options_at: OptionsAt | null }

/** The services with a field at this address. A registered address that is not public is the operator's mistake. */
async function registeredAt(ctx: Ctx, resolve_url: string): Promise<Registered> {
  const rows = await readServicesWithOptionsAt(ctx, resolve_url)
  const refused = rows.length > 0 ? whyRefused(resolve_url, ctx.settings) : null
  if (refused) log('error', 'options_url_refused', { module_name: rows[0]?.module_name, reason: refused })
  if (rows.length === 0 || refused) {
    throw new AppError('invalid_input', { attribute: 'resolve_url', message: SENTENCES.unknown_options_address })
  }
  return { modules: rows.map((row) => row.module_name), options_at: rows[0]?.options_at ?? null }
}

/** The named account, else the user's first working one, else the first. */
export async function accountFor(
  ctx: Ctx,
  user_id: string,
  modules: string[],
  id: string | undefined,
): Promise<AccountRow> {
  const account = await readAccountFor(ctx, { user_id, modules, id })
  if (account) return account
  if (id !== undefined) throw new AppError('not_found')
  throw new AppError('services_not_connected', { redirectTo: activationPath(modules.slice(0, 1), '/my_applets') })
}
