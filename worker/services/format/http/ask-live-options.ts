import { STEP_KINDS, STEP_SEGMENTS, type FieldOption } from '../../../contract/connections/service.ts'
import { readOptionsAddress, withNeededFields } from '../../../contract/connections/options-address.ts'
import type { StepIo } from '../../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { toId } from '../answer-place.ts'
import { methodOf } from './fill-request.ts'
import { nextPage, requestPage } from './paged-requests.ts'
import { placedAddress } from '../placed-address.ts'
import { readItems } from './read-items.ts'
import { protocolProblem, type RequestOwner } from './send-request.ts'
import type { AskOptions } from '../service-code.ts'
import type { FieldDefinition, LiveOptions, RequestFile, ServiceDefinition, StepFile } from '../service-definition.ts'
import { namesIn, readValue, type Scope } from '../template.ts'

/** How many pages of choices are read. */
const PAGES_MAX = 5

type Asking = { options: LiveOptions; fields: readonly FieldDefinition[]; values: Readonly<Record<string, string>> }

/** Asks the service for a field's choices. `values`: what the step's other fields hold. */
export async function askLiveOptions(
  service: RequestOwner,
  { options, fields, values }: Asking,
  io: StepIo,
): Promise<StepOutcome<FieldOption[]>> {
  const { items = '$.options', value = '$.value', label = '$.label', group, next, ...request } = options
  const names = neededFields({ ...request, items })
  const needed = fields.filter(({ slug }) => names.includes(slug))
  const choices: FieldOption[] = []
  let page: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const sending = { request, fields: needed, values }
    const asked = await requestPage(service, sending, { next, page }, io)
    if (!asked.ok) return asked
    const sent = asked.value
    const entries = readItems(sent, {}, items)
    const read = entries?.map((scope) => readOption(scope, { value, label, group })) ?? [null]
    if (read.includes(null)) return protocolProblem(service, sent.status)
    choices.push(...read.flatMap((each) => each ?? []))
    const following = nextPage(service, next, { sent, items }, io.base_url)
    if (!following.ok) return following
    if (following.value === null) break
    page = following.value
  }
  return { ok: true, value: choices }
}

type Places = { value: string; label: string; group: string | undefined }

/** An option that the service has not named is known by its id. */
function readOption(scope: Scope, places: Places): FieldOption | null {
  const value = toId(readValue(places.value, scope))
  const named = readValue(places.label, scope) ?? ''
  const label = named === '' ? value : toId(named)
  if (value === null || label === null) return null
  const group = places.group === undefined ? null : toId(readValue(places.group, scope))
  return { value, label, ...(group !== null && { group }) }
}

/** The step's fields whose values the request needs, or the place of its list. */
export function neededFields(request: RequestFile & { items?: string | undefined }): string[] {
  return namesIn(JSON.stringify(request).replaceAll('\\"', '"')).flatMap((name) => {
    const [source, slug] = name.split('.')
    return source === 'fields' && slug !== undefined ? [slug] : []
  })
}

type Place = { segment: string; step: string; field: string }

/**
 * The address by which pages ask for a field's choices: where they are asked for, and whose they are where that alone
 * does not say it.
 */
export function optionsAddress(service: ServiceDefinition, base: string, options: LiveOptions, at: Place): string {
  const { address = '' } = methodOf(options) ?? {}
  const placed = placedAddress(service, base, address.replaceAll(/\{\{[^{}]*\}\}/g, '_'))
  if (isPlain(options)) return placed
  return withNeededFields(`${placed}#${at.segment}/${at.step}/${at.field}`, neededFields(options))
}

/** Whether the address says all of the request. */
function isPlain({ items = '', value: _value, label: _label, group: _group, next: _next, ...request }: LiveOptions) {
  const { get = '{{', ...others } = request
  return !`${get}${items}`.includes('{{') && Object.keys(others).length === 0
}

type Found = Asking & { code: AskOptions | null }

/** Finds the choices that pages ask for at this address, filled in; null where the service has none there. */
export function liveOptionsAt(service: ServiceDefinition, base: string, resolve_url: string): Found | null {
  const { address, values } = readOptionsAddress(resolve_url)
  for (const kind of STEP_KINDS) {
    const segment = STEP_SEGMENTS[kind]
    const steps: readonly StepFile[] = service[segment] ?? []
    for (const { slug: step, fields = [] } of steps) {
      for (const { slug: field, options } of fields) {
        if (options === undefined || Array.isArray(options)) continue
        if (optionsAddress(service, base, options, { segment, step, field }) !== address) continue
        return { options, fields, values, code: service.code?.options?.[options.get ?? ''] ?? null }
      }
    }
  }
  return null
}
