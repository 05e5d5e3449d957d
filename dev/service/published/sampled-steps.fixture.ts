import type { StepIo } from '../../../worker/engine/steps/service-steps.ts'
import { pastedFields } from '../../../worker/services/format/connect-values.ts'
import { askLiveOptions } from '../../../worker/services/format/http/ask-live-options.ts'
import { pollTrigger } from '../../../worker/services/format/poll-trigger.fixture.ts'
import { baseUrl, type ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { stepIo } from '../../../worker/services/format/step-io.fixture.ts'
import { findOwnService, ownServiceFile } from '../../../worker/services/service-registry.ts'
import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import type { Published } from '../../stand-ins/doubles/published/held-to.ts'
import type { StepOutcome } from '../../../worker/system/runner-api/step-outcome.ts'

export const KEY = 'sy_01KKB8E7G00000000000000000_10_12'

/** What a step asked, and what it was answered. */
export type SampledStep = {
  step: string
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
  answer: unknown
}

/** A service as its file has it, and as the Runner runs it. Throws where there is none. */
export function ofFile(id: string) {
  const [file, service] = [ownServiceFile(id), findOwnService(id)]
  if (!file || !service) throw new Error(`There is no service ${id}.`)
  return { file, service }
}

/** The steps of a service's file, each run with its sample, and the request for the account. */
export async function runSamples(id: string): Promise<SampledStep[]> {
  const { file, service } = ofFile(id)
  const { account, triggers = {}, queries = {}, actions = {} } = file.samples ?? {}
  const steps: SampledStep[] = []
  const run = async (step: string, answer: unknown, ask: (given: StepIo) => Promise<unknown>) => {
    const { io: given, asked } = io(file, [answer])
    const outcome = (await ask(given)) as StepOutcome<unknown>
    if (!outcome.ok) throw new Error(`${step}: ${outcome.problem.message}`)
    steps.push(...readAsked(asked, step, [answer]))
  }
  await run('account', account, async (given) => service.checkAccount?.(given))
  for (const [slug, { fields = {}, answer }] of Object.entries(triggers))
    await run(slug, answer, (given) => pollTrigger(service, slug, fields, given))
  for (const [slug, { fields = {}, answer }] of Object.entries(queries))
    await run(slug, answer, async (given) => service.queries[slug]?.run({ fields, applet_id: 1 }, given))
  for (const [slug, { fields = {}, answer }] of Object.entries(actions))
    await run(slug, answer, async (given) =>
      service.actions[slug]?.run({ fields, applet_id: 1 }, { ...given, key: KEY }),
    )
  return steps
}

/** Lists what of these steps, and of what they were answered, is not as published. */
export function problemsOf(published: Published, steps: readonly SampledStep[]): string[] {
  return steps.flatMap(({ step, answer, ...call }) =>
    [
      ...published.requestProblems(call),
      ...published.answerProblems(call, { status: 200, body: JSON.stringify(answer) }),
    ].map((problem) => `${step}: ${problem}`),
  )
}

type At = { step: string; field: string; values?: Record<string, string> }

/** Asks for the choices of a field, which is answered so. */
export async function askOptions(id: string, { step, field, values = {} }: At, answers: readonly unknown[]) {
  const { file } = ofFile(id)
  const found = [...(file.triggers ?? []), ...(file.queries ?? []), ...(file.actions ?? [])].find(
    (each) => each.slug === step,
  )
  const fields = found?.fields ?? []
  const options = fields.find(({ slug }) => slug === field)?.options
  if (options === undefined || Array.isArray(options)) throw new Error(`${step} asks for no choices of ${field}.`)
  const { io: given, asked } = io(file, answers)
  const outcome = await askLiveOptions(file, { options, fields, values }, given)
  if (!outcome.ok) throw new Error(outcome.problem.message)
  const choices: FieldOption[] = outcome.value
  return { choices, asked: readAsked(asked, `${step}.${field}`, answers) }
}

/** Polls a trigger twice; gives the ids of each poll, and the second poll's requests. */
export async function pollTwice(id: string, slug: string, [first, second]: [unknown[], unknown[]]) {
  const { file, service } = ofFile(id)
  const fields = file.samples?.triggers?.[slug]?.fields ?? {}
  const before = await pollTrigger(service, slug, fields, io(file, first).io)
  if (!before.ok) throw new Error(before.problem.message)
  const { io: given, asked } = io(file, second)
  const { etag, last_modified } = before.value
  const after = await pollTrigger(service, slug, fields, given, { etag, last_modified })
  if (!after.ok) throw new Error(after.problem.message)
  const known = before.value.items.map((item) => item.id)
  const fresh = after.value.items.filter((item) => !known.includes(item.id))
  return { known, fresh, asked: readAsked(asked, slug, second) }
}

/** Where a server of the user's own is. */
const OWN_SERVER = 'https://own.example'

/** An io of this service that is answered so, without waiting. */
export function io(file: ServiceDefinition, answers: readonly unknown[]) {
  const pasted = pastedFields(file.connect).map(({ slug, base }) => [slug, base ? OWN_SERVER : `the-${slug}`])
  const credentials = Object.fromEntries(pasted)
  return stepIo(answers, { base_url: baseUrl(file) ?? OWN_SERVER, credentials, token: null })
}

function readAsked(
  asked: ReturnType<typeof stepIo>['asked'],
  step: string,
  answers: readonly unknown[],
): SampledStep[] {
  return asked.map(({ address, init }, index) => {
    const { pathname, searchParams } = new URL(address)
    return {
      step,
      method: String(init.method),
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? init.body : '',
      answer: answers[index],
    }
  })
}
