import { OUTSIDE_APPLETS } from '../../worker/services/format/outside-applets.ts'
import type { StepIo } from '../../worker/engine/steps/service-steps.ts'
import { pastedFields, serverField } from '../../worker/services/format/connect-values.ts'
import { methodOf } from '../../worker/services/format/http/fill-request.ts'
import { fillPattern } from '../../worker/services/format/match-text.ts'
import { namesValue, requestPage } from '../../worker/services/format/http/paged-requests.ts'
import {
  baseUrl,
  type ConnectField,
  type FieldDefinition,
  type NextFile,
  type RequestFile,
  type Sample,
  type ServiceDefinition,
  type StepFile,
} from '../../worker/services/format/service-definition.ts'
import type { Scope } from '../../worker/services/format/template.ts'
import type { OutboundInit } from '../../worker/system/outbound/outbound-fetch.ts'
import { failedOutcome } from '../../worker/system/outbound/failed-outcome.ts'
import { fileRequests, type FileRequest } from '../stand-ins/samples/fit/file-requests.ts'
import { stepsOf, type Segment } from './named-service.ts'
import { sampleFields } from './sample-fields.ts'
import { indented, writtenRequest } from './written-request.ts'

/*
 * Values that are not known yet have a name without braces while a request is filled in, so that they look the same in
 * addresses, headers and bodies; afterwards they are written as the file writes them.
 */
const KEY = 'value.of.key'
const NEXT = 'value.of.next'
const KEPT = 'value.of.kept'
const LAST_ID = 'value.of.last_id'
const FOLLOWED = 'value.of.followed'
const HOOK = { address: 'value.of.hook.address', secret: 'value.of.hook.secret' }
/** Some newest item's time. */
const SINCE = '2026-03-01T09:30:00.000Z'

/**
 * Each request of a service as it would be sent: with all fields, with the required ones alone, and for the next page.
 * Secrets and what is not known yet stay templates. Nothing is sent. `only`: of the step with this slug.
 */
export async function showService(service: ServiceDefinition, only?: string): Promise<string> {
  const requests = fileRequests(service)
  const { connect } = service
  const isPastedAlone = connect.kind !== 'none' && connect.account !== undefined && methodOf(connect.account) === null
  const ofAccount = only === undefined ? requests.filter(({ of }) => of === 'account' && !isPastedAlone) : []
  const account = await Promise.all(ofAccount.map((each) => showRequest(service, 'connect.account', each)))
  const ofCode = await Promise.all(
    requests.flatMap((each) =>
      each.of === 'named' && only === undefined
        ? showRequest(service, `requests.${each.name}`, each, service.samples?.requests?.[each.name])
        : [],
    ),
  )
  const steps = stepsOf(service).filter(({ step }) => only === undefined || step.slug === only)
  const shown = await Promise.all(
    steps.map(async ({ segment, step }) => {
      const own = [...requests.filter((each) => 'step' in each && each.step === step), ...pushRequests(step)]
      const sample = service.samples?.[segment]?.[step.slug]
      const parts = await Promise.all(own.map((each) => showRequest(service, nameOf(segment, each), each, sample)))
      return own.some(({ of }) => of === 'trigger' || of === 'query' || of === 'action')
        ? parts.flat()
        : [`${segment}.${step.slug}\n  is code of ours: what it sends is not in the file.`, ...parts.flat()]
    }),
  )
  const pasted =
    only === undefined && isPastedAlone ? ['connect.account\n  is asked nowhere: what was pasted says it.'] : []
  return [...pasted, ...account.flat(), ...ofCode.flat(), ...shown.flat()].join('\n\n')
}

/** A request of a file, or one that begins or ends a push. */
type Asked = FileRequest | { of: 'push'; which: string; step: StepFile; request: RequestFile; next: undefined }

function pushRequests(step: StepFile): Asked[] {
  const { follow, leave } = 'push' in step ? (step.push ?? {}) : {}
  return Object.entries({ follow, leave }).flatMap(([which, request]) =>
    request === undefined ? [] : [{ of: 'push' as const, which, step, request, next: undefined }],
  )
}

function nameOf(segment: Segment, request: Asked): string {
  if (request.of === 'account') return 'connect.account'
  if (request.of === 'named') return `requests.${request.name}`
  const name = `${segment}.${request.step.slug}`
  if (request.of === 'options') return `${name}, options of ${request.field.slug}`
  if (request.of === 'push') return `${name}, push.${request.which}`
  return request.of === 'find' ? `${name}, find` : name
}

type Known = Partial<Omit<Scope, 'next'>> & { page?: string | null }
type Variant = { title: string; values: Record<string, string>; known: Known }

async function showRequest(service: ServiceDefinition, name: string, asked: Asked, sample?: Sample): Promise<string[]> {
  const fields = 'step' in asked ? (asked.step.fields ?? []) : []
  const shown: { title: string; text: string }[] = []
  for (const { title, values, known } of variantsOf(service, asked, fields, sample)) {
    const sending = { request: asked.request, fields: fieldsOf(asked, fields), values, next: asked.next }
    const text = await filled(service, sending, { ...known, isAction: asked.of === 'action' })
    const same = shown.find((each) => each.text === text)
    shown.push(same ? { title: `${title}: the same`, text: '' } : { title, text })
  }
  return shown.map(({ title, text }) => `${[name, title].filter(Boolean).join(', ')}\n${indented(text)}`.trimEnd())
}

/** Choices need no more than the fields that they name. */
function fieldsOf(asked: Asked, fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  return asked.of === 'options' ? [] : fields
}

function variantsOf(
  service: ServiceDefinition,
  asked: Asked,
  fields: readonly FieldDefinition[],
  sample: Sample | undefined,
): Variant[] {
  const { next, request } = asked
  const ofStep = asked.of === 'action' || asked.of === 'find' ? { key: KEY } : ofPush(asked)
  const key = { ...ofStep, values: sample?.values }
  const values = (required: boolean) => sampleFields(fields, { sample, required })
  const all = { values: values(false), known: key }
  // Values that code makes are those of all fields.
  const hasOptional = asked.of !== 'options' && !sample?.values && fields.some(({ required = true }) => !required)
  const isAddressed = typeof next === 'object' && ('link' in next || 'address' in next)
  const page = isAddressed ? `https://${service.hosts[0] ?? 'own.server'}/${NEXT}` : NEXT
  const later = (['since', 'last_id', 'kept'] as const).some((name) => namesValue(request, name))
  const kept = { since: SINCE, last_id: LAST_ID, kept: KEPT }
  return [
    { ...all, title: hasOptional ? 'with all fields' : '' },
    ...(hasOptional ? [{ title: 'with the required fields alone', values: values(true), known: key }] : []),
    ...(later ? [{ ...all, title: 'the next time', known: { ...key, ...kept } }] : []),
    ...(next === undefined ? [] : [{ ...all, title: nextTitle(next), known: { ...key, page } }]),
  ]
}

function ofPush({ of }: Asked): Known {
  return of === 'push' ? { hook: HOOK, followed: FOLLOWED } : {}
}

function nextTitle(next: NextFile): string {
  if (typeof next !== 'object') return 'the next page'
  if ('link' in next) return 'the next page, at the address of the Link header'
  return 'address' in next ? `the next page, at the address at ${next.address}` : 'the next page'
}

type Filling = {
  request: RequestFile
  fields: readonly FieldDefinition[]
  values: Record<string, string>
  next: NextFile | undefined
}

/** The request as the product fills it in, or why it would not be sent. */
async function filled(
  service: ServiceDefinition,
  { next, ...sending }: Filling,
  { page = null, isAction, ...known }: Known & { isAction: boolean },
): Promise<string> {
  let text = ''
  const fetch = async (address: string, init: OutboundInit = {}) => {
    text = withTemplates(writtenRequest(address, init), service)
    return failedOutcome({ failure: 'refused', message: '' })
  }
  const io = unsentIo(service, { fetch, key: isAction ? KEY : null })
  const asked = await requestPage(service, { ...sending, known }, { next, page }, io)
  return text === '' && !asked.ok ? `is not sent: ${asked.problem.message}` : text
}

function unsentIo(service: ServiceDefinition, ports: Pick<StepIo, 'fetch' | 'key'>): StepIo {
  const credentials = namedCredentials(service)
  const own = serverField(service)
  const token = credentials['token'] ?? credentials['key'] ?? null
  const base_url = own === null ? (baseUrl(service) ?? '') : (credentials[own] ?? `https://credentials.${own}`)
  return { ...ports, token, credentials, base_url, timezone: 'UTC', now: Date.parse(SINCE), ...OUTSIDE_APPLETS }
}

/** Names in place of what people paste, in the form that it must have, and of what connecting opens. */
function namedCredentials({ connect, ...service }: ServiceDefinition): Record<string, string> {
  if (connect.kind === 'none') return {}
  const fields = pastedFields(connect)
  const base_url = baseUrl({ ...service, connect } as ServiceDefinition) ?? ''
  // Code asks before there is a session, so a session's token is named nowhere.
  const { token: _token, ...opened } = service.code?.session?.opened ?? { token: '' }
  const others = Object.keys({ ...opened, ...connect.account?.keep }).map((name) => [name, `credentials.${name}`])
  const named = Object.fromEntries([...others, ...fields.map((field) => [field.slug, namedValue(field, base_url)])])
  if (connect.kind === 'oauth2') return { token: 'credentials.token', ...named }
  return fields.length === 0 ? { token: 'credentials.key', key: 'credentials.key', ...named } : named
}

function namedValue({ slug, base, match, address }: ConnectField, base_url: string): string {
  const [pattern] = [address ?? match?.as ?? []].flat()
  if (base) return `https://credentials.${slug}`
  if (pattern === undefined) return `credentials.${slug}`
  const text = fillPattern(pattern, (part) => `credentials.${slug}.${part}`)
  return address !== undefined && pattern.startsWith('/') ? base_url + text : text
}

/** Writes what is not known as the file does. */
function withTemplates(text: string, service: ServiceDefinition): string {
  const credentials = Object.entries(namedCredentials(service))
  const whole = credentials.filter(([, value]) => value.startsWith('https://'))
  const named = whole.reduce((all, [slug, value]) => all.replaceAll(value, `{{credentials.${slug}}}`), text)
  return named
    .replaceAll(/(?<!\{)credentials\.[a-z]\w*(?:\.[a-z_]+)?/g, (name) => `{{${name}}}`)
    .replaceAll(
      /(?:https:\/\/[\w.-]+\/)?value\.of\.(next|key|kept|last_id|followed|hook\.\w+)/g,
      (_, name: string) => `{{${name}}}`,
    )
}
