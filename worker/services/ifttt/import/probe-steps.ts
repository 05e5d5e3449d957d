import { SLUG } from '../../../contract/services/slug.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import type { TypedSteps } from '../../../contract/services/typed-steps.ts'
import type { StepIo } from '../../../engine/steps/service-steps.ts'
import { listIfttt, sendIfttt, type IftttService } from '../ifttt-request.ts'
import { isRecord } from '../../../contract/shared/is-record.ts'
import { readIftttOptions } from '../live-options.ts'
import { EXAMPLE_MAX, guessIngredients, type ProbedIngredient } from './probed-ingredients.ts'

/** A field's example is what the service's own test uses. */
export type ProbedField = { slug: string; example: string; live_options: boolean; validates: boolean }
export type ProbedStep = { slug: string; fields: ProbedField[] }
/** `problem`: why its ingredients could not be read; they are then to be named by hand. */
export type ProbedListing = ProbedStep & { ingredients: ProbedIngredient[]; problem: string | null }
export type ProbedSteps = { triggers: ProbedListing[]; queries: ProbedListing[]; actions: ProbedStep[] }

/** As many steps of a kind are imported: one import may send only so many requests. */
const STEPS_MAX = 20
const FIELDS_MAX = 10
const ITEMS = 3

type Kind = 'triggers' | 'queries' | 'actions'
/** What the test set-up names, and what its operator has typed besides. */
export type NamedSteps = { samples: unknown; typed: Record<Kind, TypedSteps> }
type Sample = { slug: string; fields: Record<string, string> }

/** Asks each trigger and query that is named once. Actions are never done. */
export async function probeSteps(service: IftttService, named: NamedSteps, io: StepIo): Promise<ProbedSteps> {
  const validated = readProperty(named.samples, 'triggerFieldValidations')
  const isValidated = (slug: string, field: string) => readProperty(validated[slug], null)[field] !== undefined
  const listings = async (kind: 'triggers' | 'queries'): Promise<ProbedListing[]> => {
    const probed: ProbedListing[] = []
    // One after the other: a service that is being set up is not to be flooded.
    for (const sample of readNamed(named, kind)) {
      const step = await probeStep(service, kind, sample, io)
      const fields = step.fields.map((field) => ({
        ...field,
        validates: kind === 'triggers' && isValidated(sample.slug, field.slug),
      }))
      probed.push({ ...step, fields, ...(await probeItems(service, kind, sample, io)) })
    }
    return probed
  }
  const actions: ProbedStep[] = []
  for (const sample of readNamed(named, 'actions')) actions.push(await probeStep(service, 'actions', sample, io))
  return { triggers: await listings('triggers'), queries: await listings('queries'), actions }
}

async function probeStep(service: IftttService, kind: Kind, { slug, fields }: Sample, io: StepIo): Promise<ProbedStep> {
  const probed = Object.entries(fields).map(async ([field, example]): Promise<ProbedField> => {
    const path = `/${kind}/${slug}/fields/${field}/options`
    const sent = await sendIfttt(service, { method: 'POST', path, body: {} }, io)
    const answer: unknown = sent.ok ? await sent.value.json().catch(() => null) : null
    const live_options = (readIftttOptions(answer) ?? []).length > 0
    return { slug: field, example, live_options, validates: false }
  })
  return { slug, fields: await Promise.all(probed) }
}

/** One poll or query of three items; what a poll made the service remember is left again. */
async function probeItems(service: IftttService, kind: 'triggers' | 'queries', { slug, fields }: Sample, io: StepIo) {
  const identity = `import-${crypto.randomUUID()}`
  const user = { timezone: io.timezone }
  const body =
    kind === 'triggers'
      ? { trigger_identity: identity, triggerFields: fields, limit: ITEMS, user }
      : { queryFields: fields, limit: ITEMS, user }
  const asked = await listIfttt(service, { method: 'POST', path: `/${kind}/${slug}`, body }, io)
  if (kind === 'triggers')
    await sendIfttt(service, { method: 'DELETE', path: `/triggers/${slug}/trigger_identity/${identity}` }, io)
  if (!asked.ok) {
    const { failure, message } = asked.problem
    return { ingredients: [], problem: failure === 'unauthorized' ? SENTENCES.ifttt_wants_account : message }
  }
  const ingredients = guessIngredients(asked.value.rows)
  return { ingredients, problem: ingredients.length > 0 ? null : 'It had no item to read ingredients from.' }
}

/** A step that is typed too has the fields that were typed. */
function readNamed({ samples, typed }: NamedSteps, kind: Kind): Sample[] {
  return Object.entries({ ...readProperty(samples, kind), ...typed[kind] })
    .filter(([slug]) => SLUG.test(slug))
    .slice(0, STEPS_MAX)
    .map(([slug, fields]) => ({ slug, fields: readFields(fields) }))
}

function readFields(fields: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readProperty(fields, null))
      .filter(([slug, value]) => SLUG.test(slug) && (typeof value === 'string' || typeof value === 'number'))
      .slice(0, FIELDS_MAX)
      .map(([slug, value]) => [slug, String(value).slice(0, EXAMPLE_MAX)]),
  )
}

/** A property, or with null the value itself, as a record; an empty one for anything else. */
function readProperty(value: unknown, property: string | null): Record<string, unknown> {
  const read = property === null ? value : isRecord(value) && Object.hasOwn(value, property) ? value[property] : null
  return isRecord(read) ? read : {}
}
