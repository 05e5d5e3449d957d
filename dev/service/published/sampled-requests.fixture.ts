import type { StepIo } from '../../../worker/engine/steps/service-steps.ts'
import { accountIo } from '../../../worker/engine/steps/account-io.ts'
import { askLiveOptions } from '../../../worker/services/format/http/ask-live-options.ts'
import { askRequest } from '../../../worker/services/format/http/ask-request.ts'
import { methodOf } from '../../../worker/services/format/http/fill-request.ts'
import { runnableService } from '../../../worker/services/format/http/runnable-service.ts'
import { pollTrigger } from '../../../worker/services/format/poll-trigger.fixture.ts'
import type {
  ActionFile,
  FieldDefinition,
  ServiceDefinition,
} from '../../../worker/services/format/service-definition.ts'
import { stepIo } from '../../../worker/services/format/step-io.fixture.ts'
import type { StepOutcome } from '../../../worker/system/runner-api/step-outcome.ts'
import type { HeldCall } from '../../stand-ins/doubles/published/held-to.ts'
import { accountAnswer } from '../../stand-ins/samples/answers/account-answer.ts'
import { optionsAnswer } from '../../stand-ins/samples/answers/options-answer.ts'
import { writePlace } from '../../stand-ins/samples/answers/write-place.ts'
import { answeringByName } from '../../stand-ins/samples/testing/answering-by-name.fixture.ts'
import { isParsed } from '../../stand-ins/samples/testing/parsed-field.fixture.ts'
import { sampleCredentials } from '../../stand-ins/samples/connect/sample-credentials.ts'

const ADDRESS = 'https://sampled.example'
/** The longest that a Runner gives. */
const KEY = 'sy_01KKB8E7G00000000000000000_10_12'

/** A request of a service's file with its sample. `answer`: what the sample says; null where it is made up here. */
type SampledRequest = { id: string; call: HeldCall; answer: { status: number; body: string } | null }

type Asking = { id: string; answer: unknown; status?: number | undefined; is_made_up?: true; is_named?: true }

/**
 * Each request that a service's file says: of its account, its code, its steps, and their choices. `may_refuse`: code may
 * refuse values before it asks.
 */
export async function sampledRequests(
  definition: ServiceDefinition,
  { may_refuse = false }: { may_refuse?: boolean } = {},
): Promise<SampledRequest[]> {
  const service = runnableService(definition)
  const credentials = sampleCredentials(definition, ADDRESS)
  const requests: SampledRequest[] = []
  const ask = async (
    { id, answer, status, is_made_up, is_named }: Asking,
    run: (io: StepIo) => Promise<StepOutcome<unknown>> | undefined,
  ) => {
    const body = typeof answer === 'string' ? answer : JSON.stringify(answer ?? '')
    const answered = { status: status ?? (body === '' ? 204 : 200), body }
    const calls: HeldCall[] = []
    const fetch: StepIo['fetch'] = async (address, init = {}) => {
      const { pathname, searchParams } = new URL(address)
      const { method = 'GET', body: sent } = init
      calls.push({ method, path: pathname, query: Object.fromEntries(searchParams), body: String(sent ?? '') })
      if (calls.length > 1) throw new Error(`An unexpected request to ${address}`)
      return { ok: true, value: new Response(body === '' ? null : body, { status: answered.status }) }
    }
    const asking = is_named ? fetch : answeringByName(definition, ADDRESS, fetch)
    const ports = { ...stepIo([]).io, fetch: asking, base_url: ADDRESS, key: KEY }
    const outcome = await run(accountIo(ports, service, { token: credentials['token'] ?? null, credentials }))
    if (may_refuse && outcome?.ok === false && outcome.problem.failure === 'input' && calls.length === 0) return
    if (!is_made_up && !outcome?.ok) throw new Error(`${definition.id}/${id}: ${outcome?.problem.message}`)
    const [call] = calls
    if (!call) throw new Error(`${definition.id}/${id} asks nothing.`)
    requests.push({ id: `${definition.id}/${id}`, call, answer: is_made_up ? null : answered })
  }
  const { connect, samples = {}, triggers = [], queries = [], actions = [], requests: named = {} } = definition
  for (const name of Object.keys(named)) {
    const { values = {}, answer } = samples.requests?.[name] ?? {}
    const asking = { id: `requests/${name}`, answer, is_named: true as const }
    await ask(asking, (io) => askRequest({ ...definition, requests: named }, { name, values }, io))
  }
  if (connect.kind !== 'none' && connect.account && methodOf(connect.account)) {
    await ask({ id: 'account', answer: accountAnswer(definition) }, (io) => service.checkAccount?.(io))
  }
  for (const { slug, request } of triggers) {
    const { fields = {}, answer, status } = samples.triggers?.[slug] ?? {}
    if (request) await ask({ id: slug, answer, status }, (io) => pollTrigger(service, slug, fields, io))
  }
  for (const { slug, request } of queries) {
    const { fields = {}, answer, status } = samples.queries?.[slug] ?? {}
    if (!request) continue
    await ask({ id: slug, answer, status }, (io) => service.queries[slug]?.run({ fields, applet_id: 1 }, io))
  }
  for (const { slug, request, find } of actions) {
    const { fields = {}, answer, status } = samples.actions?.[slug] ?? {}
    const step = service.actions[slug]
    if (request) await ask({ id: slug, answer, status }, (io) => step?.run({ fields, applet_id: 1 }, io))
    if (!find) continue
    const found = { id: `${slug}, looked up`, answer: writePlace(undefined, find.items, []), is_made_up: true as const }
    await ask(found, (io) => step?.find?.({ fields, applet_id: 1 }, io))
  }
  for (const [segment, steps] of Object.entries({ triggers, queries, actions })) {
    for (const { slug, fields = [] } of steps) {
      const values = samples[segment as 'triggers' | 'queries' | 'actions']?.[slug]?.fields ?? {}
      for (const field of fields) {
        const { options } = field
        if (options === undefined || Array.isArray(options) || definition.code?.options?.[options.get ?? '']) continue
        const made = {
          id: `${slug}/${field.slug}`,
          answer: optionsAnswer(definition, [{ field, options }]),
          is_made_up: true as const,
        }
        await ask(made, (io) => askLiveOptions(definition, { options, fields, values }, io))
      }
    }
  }
  return requests
}

/** Longer than any service takes, in bytes too, and it would ping everyone. At Notion each line is a property. */
const LONG = 'Status: <!channel> @everyone "Grüße"\n'.repeat(4000)

/** The request of each action that takes free text, with a long one in each such field. */
export async function longRequests(definition: ServiceDefinition): Promise<SampledRequest[]> {
  const { samples, actions = [], ...service } = definition
  const freeFields = ({ fields = [], request }: ActionFile) =>
    fields.filter((field) => isFree(field) && !isParsed(field, request))
  const free = actions.filter((action) => freeFields(action).length > 0)
  const long = free.map((action) => {
    const { slug } = action
    const sample = samples?.actions?.[slug]
    const texts = Object.fromEntries(freeFields(action).map((field) => [field.slug, LONG]))
    return [slug, { answer: '', ...sample, fields: { ...sample?.fields, ...texts } }] as const
  })
  const written = { ...service, triggers: [], queries: [], actions: free }
  const longer = { ...written, samples: { ...samples, actions: Object.fromEntries(long) } }
  const requests = await sampledRequests(longer, { may_refuse: true })
  return requests.filter(({ id }) => free.some(({ slug }) => id === `${service.id}/${slug}`))
}

function isFree({ type, options, match }: FieldDefinition): boolean {
  return (type === 'textarea' || type === 'text') && options === undefined && match === undefined
}
