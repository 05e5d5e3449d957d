import * as z from 'zod/mini'
import { requireUser } from '../../system/context/require-user.ts'
import type { Ctx } from '../../system/context/context.ts'
import { activationPath } from '../../contract/addresses.ts'
import type { FieldOption, OptionsAt } from '../../contract/connections/service.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { withAccessToken } from './access-token.ts'
import { lookupIo } from '../pasted-values/lookup-io.ts'
import { whyRefused } from '../../system/outbound/guarded-fetch.ts'
import { accountIo, type AccountValues } from '../../engine/steps/account-io.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import { readPath } from '../../services/format/answer-path.ts'
import { optionsCode } from '../../services/format/options-code.ts'
import { sendRequest } from '../../services/format/send-request.ts'
import { readIftttOptions, sendForOptions } from '../../services/ifttt/live-options.ts'
import {
  findService as findRunnable,
  loadServices,
  serviceAddress,
  serviceFile,
} from '../../services/operator/known-services.ts'
import { readAccountFor, type AccountRow } from '../../db/connections/connected-accounts.ts'
import { readServicesWithOptionsAt } from '../../db/services/service-catalog.ts'

const word = z.pipe(z.union([z.string().check(z.maxLength(2000)), z.number()]), z.transform(String))
const option = z.object({ label: word, value: word, group: z.optional(word) })
/** Where the options of most services stand. */
const USUAL: OptionsAt = { items: '$.options', value: '$.value', label: '$.label', group: null }

const NO_ACCOUNT: AccountValues = { token: null, credentials: {} }
/** Of a user's own server: a home tells all it knows of each of its entities. */
const OWN_LIST_MAX_BYTES = 4 * 1024 * 1024

type Query = { resolve_url: string; live_channel_id?: string | undefined }

/**
 * The options that a service lists for a field (§3, §7). Opens only addresses that a service's field is registered
 * with, using the token of one of the user's own accounts. Throws `invalid_input` on resolve_url, `not_found`
 * for another user's account, `services_not_connected`, `connection_broken`, `service_unreachable`.
 */
export async function storedFieldsOptions(ctx: Ctx, query: Query): Promise<FieldOption[]> {
  const user = await requireUser(ctx)
  const { modules, options_at } = await registeredAt(ctx, query.resolve_url)
  const asked = await askService(ctx, { user_id: user.id, modules, ...query })
  const said: unknown = asked.response.ok ? await asked.response.json().catch(() => null) : null
  const isIfttt = serviceFile(asked.module_name)?.transport === 'ifttt'
  const options = isIfttt ? readIftttOptions(said) : readOptions(said, options_at ?? USUAL)
  if (!options) throw new AppError('service_unreachable')
  return options
}

/** A service of IFTTT's protocol without sign-in is opened by the operator's key, any other by the user's account. */
async function askService(ctx: Ctx, { user_id, modules, ...query }: Query & { user_id: string; modules: string[] }) {
  await loadServices(ctx, modules)
  const keyed = modules.find((each) => serviceFile(each)?.connect.kind === 'none')
  if (keyed !== undefined)
    return { module_name: keyed, response: await askOptions(ctx, keyed, query.resolve_url, NO_ACCOUNT) }
  const account = await accountFor(ctx, user_id, modules, query.live_channel_id)
  const { module_name } = account
  const response = await withAccessToken(ctx, account, (values) =>
    askOptions(ctx, module_name, query.resolve_url, values),
  )
  return { module_name, response }
}

/** Sends the request that the service's file would send there. One that the guard refuses counts as no answer. */
async function askOptions(ctx: Ctx, module_name: string, resolve_url: string, values: AccountValues) {
  const file = serviceFile(module_name)
  const service = file ?? { module_name, name: module_name }
  const owner = findRunnable(module_name) ?? { base_field: null, secret_fields: [] }
  const base = serviceAddress(module_name, ctx.settings.SERVICE_ADDRESSES)
  const ask = file && optionsCode(file, base, resolve_url)
  if (ask) {
    const asked = await ask(accountIo(lookupIo(ctx, module_name, base), owner, values))
    return asked.ok
      ? Response.json({ options: asked.value })
      : new Response(null, { status: asked.problem.status ?? 502 })
  }
  // At a user's own server, the list is below its address, as it is below ours for the service.
  const start = resolve_url.startsWith(`${base}/`) ? base : new URL(resolve_url).origin
  const ports = lookupIo(ctx, module_name, start)
  const readLong: StepIo['fetch'] = (url, init) => ports.fetch(url, { ...init, max_bytes: OWN_LIST_MAX_BYTES })
  const io = accountIo(owner.base_field === null ? ports : { ...ports, fetch: readLong }, owner, values)
  const request = { method: 'get' as const, path: resolve_url.slice(start.length) }
  const sent =
    file?.transport === 'ifttt'
      ? await sendForOptions(file, resolve_url, io)
      : await sendRequest(service, { request, fields: [], values: {} }, io)
  return sent.ok ? sent.value : new Response(null, { status: sent.problem.status ?? 502 })
}

function readOptions(answer: unknown, at: OptionsAt): FieldOption[] | null {
  const list = readPath(answer, at.items)
  if (!Array.isArray(list)) return null
  const read = z.array(option).safeParse(
    list.map((each) => ({
      // An option that the service has not named is known by its id.
      label: readPath(each, at.label) ?? readPath(each, at.value),
      value: readPath(each, at.value),
      ...(at.group !== null && { group: groupOf(readPath(each, at.group), at.group_ends) }),
    })),
  )
  return read.success
    ? read.data.map(({ group, ...each }) => ({ ...each, ...(group !== undefined && { group }) }))
    : null
}

function groupOf(text: unknown, ends: string | undefined): unknown {
  if (ends === undefined || typeof text !== 'string') return text ?? undefined
  return text.includes(ends) ? text.slice(0, text.indexOf(ends)) : text
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
