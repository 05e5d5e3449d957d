import type { StepIo, TriggerDefinition } from '../../engine/steps/service-steps.ts'
import { askIfttt, type IftttService } from './ifttt-request.ts'
import { isRecord } from '../../contract/shared/is-record.ts'

type Validating = {
  slug: string
  validates: boolean
  fields?: readonly { slug: string; validates?: boolean | undefined }[] | undefined
}
const UNSAID = 'The service does not accept this.'
const WORDS_MAX = 300

/**
 * Asks the service whether the values of a trigger may be saved, field by field and then together. Returns what is
 * wrong by the field's slug, in the service's words. A service that does not answer holds up nobody: its polls will
 * say what is wrong.
 */
export function iftttValidate(service: IftttService, step: Validating): NonNullable<TriggerDefinition['validate']> {
  return async (values, io) => {
    const asked = (step.fields ?? []).filter(({ slug, validates }) => validates && values[slug])
    const answers = await Promise.all(
      asked.map(async ({ slug }): Promise<[string, unknown]> => {
        const path = `/triggers/${step.slug}/fields/${slug}/validate`
        return [slug, await dataOf(service, path, { value: values[slug] }, io)]
      }),
    )
    const problems = readProblems(Object.fromEntries(answers))
    if (Object.keys(problems).length > 0 || !step.validates) return problems
    const known = (step.fields ?? []).map(({ slug }) => [slug, values[slug] ?? ''])
    return readProblems(await askTogether(service, step, Object.fromEntries(known), io))
  }
}

/** Services have this call at one of two addresses. */
async function askTogether(service: IftttService, { slug }: Validating, values: Record<string, string>, io: StepIo) {
  const data = await dataOf(service, `/triggers/${slug}/validate`, { values }, io)
  return data ?? (await dataOf(service, `/triggers/${slug}/fields/validate`, { values }, io))
}

async function dataOf(service: IftttService, path: string, body: object, io: StepIo): Promise<unknown> {
  const asked = await askIfttt(service, { method: 'POST', path, body }, io)
  return asked.ok ? asked.value.data : undefined
}

function readProblems(data: unknown): Record<string, string> {
  if (!isRecord(data)) return {}
  return Object.fromEntries(
    Object.entries(data).flatMap(([slug, answer]): [string, string][] => {
      if (!isRecord(answer) || answer['valid'] !== false) return []
      const { message } = answer
      return [
        [slug, typeof message === 'string' && message.trim() !== '' ? message.trim().slice(0, WORDS_MAX) : UNSAID],
      ]
    }),
  )
}
