import { OUTSIDE_APPLETS } from '../outside-applets.ts'
import type { RunnableService, StepIo } from '../../../engine/steps/service-steps.ts'
import type { Ingredients, StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { readPlace, toId } from '../answer-place.ts'
import { pastedFields } from '../connect-values.ts'
import { isPageAddress } from '../http/paged-requests.ts'
import { runnableService } from '../http/runnable-service.ts'
import {
  baseUrl,
  type ActionFile,
  type IngredientDefinition,
  type QueryFile,
  type Sample,
  type ServiceDefinition,
  type TriggerFile,
} from '../service-definition.ts'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'
import { textsInWay } from './text-in-way.ts'

type Tried = { definition: ServiceDefinition; service: RunnableService }

/** Runs every step with its sample's fields; the service answers what the sample says. */
export async function sampleProblems(definition: ServiceDefinition): Promise<FileProblem[]> {
  const { triggers = [], queries = [], actions = [], samples = {} } = definition
  const runnable = (each: { request?: unknown }) => each.request !== undefined
  const steps = {
    triggers: triggers.filter(runnable),
    queries: queries.filter(runnable),
    actions: actions.filter(runnable),
  }
  const tried = { definition, service: runnableService({ ...definition, ...steps }) }
  const checked = await Promise.all([
    checkAccount(tried),
    ...triggers.map((each, index) => checkTrigger(tried, each, { sample: samples.triggers?.[each.slug], index })),
    ...queries.map((each, index) => checkQuery(tried, each, { sample: samples.queries?.[each.slug], index })),
    ...actions.map((each) => checkAction(tried, each, samples.actions?.[each.slug])),
  ])
  return checked.flat()
}

async function checkAccount({ definition, service }: Tried): Promise<FileProblem[]> {
  const answer = definition.samples?.account
  if (answer === undefined || !service.checkAccount) return []
  const outcome = await service.checkAccount(sampleIo(definition, answer))
  return outcome.ok ? [] : [{ path: ['samples', 'account'], message: 'nothing stands where "id" and "name" point.' }]
}

async function checkTrigger(
  { definition, service }: Tried,
  trigger: TriggerFile,
  { sample, index }: { sample: Sample | undefined; index: number },
): Promise<FileProblem[]> {
  const poll = service.triggers[trigger.slug]?.poll
  if (!sample || !poll) return []
  const at = ['samples', 'triggers', trigger.slug]
  const { fields = {}, answer } = sample
  const inWay = textsInWay([...at, 'answer'], trigger, sample)
  if (inWay.length > 0) return inWay
  const ofNext = wrongNext(['triggers', index, 'next'], trigger, answer)
  const call = { fields, applet_id: 0, page: null, etag: null, last_modified: null }
  const outcome = await poll(call, sampleIo(definition, answer))
  if (!outcome.ok) return ofNext.length > 0 ? ofNext : [unreadable(at, outcome.problem.message)]
  const { items } = outcome.value
  if (items.length === 0) return [unreadable(at, 'Its list is empty.')]
  const listed = items.map(({ ingredients }) => ingredients)
  return [
    ...missing(at, trigger.ingredients, listed),
    ...(trigger.at !== undefined && items.some((item) => item.at === null)
      ? [{ path: [...at, 'answer'], message: 'an item has no time that we can read at "at".' }]
      : []),
    ...ofNext,
  ]
}

/** The sample of a last page has the cursor's place too, with null, false or an empty text. */
function wrongNext(path: FileProblem['path'], { next }: TriggerFile | QueryFile, answer: unknown): FileProblem[] {
  const from = typeof next === 'string' ? next : next && 'from' in next ? next.from : undefined
  if (from === undefined) return []
  const cursor = readPlace(answer, from)
  if (cursor === undefined) {
    const message = `nothing stands at ${from} in the sample's answer. Correct it, or sample a page that names the next.`
    return [{ path, message }]
  }
  if (typeof cursor === 'string' && (isPageAddress(cursor) || /^\/\S*$/.test(cursor))) {
    return [{ path, message: `what stands at ${from} is an address. Write { "address": "${from}" }.` }]
  }
  if (toId(cursor) !== null || LAST_PAGE.has(cursor)) return []
  return [{ path, message: `what stands at ${from} is neither a text nor a number, so it cannot ask for a page.` }]
}

const LAST_PAGE = new Set<unknown>([null, false, ''])

async function checkQuery(
  { definition, service }: Tried,
  query: QueryFile,
  { sample, index }: { sample: Sample | undefined; index: number },
): Promise<FileProblem[]> {
  if (!sample) return []
  const at = ['samples', 'queries', query.slug]
  const { fields = {}, answer } = sample
  const inWay = textsInWay([...at, 'answer'], query, sample)
  if (inWay.length > 0) return inWay
  const ofNext = wrongNext(['queries', index, 'next'], query, answer)
  const outcome = await service.queries[query.slug]?.run({ fields, applet_id: 0 }, sampleIo(definition, answer))
  if (!outcome?.ok) return ofNext.length > 0 ? ofNext : [unreadable(at, wordsOf(outcome))]
  if (outcome.value.length === 0) return [unreadable(at, 'It has no row.')]
  return [...missing(at, query.ingredients, outcome.value), ...ofNext]
}

async function checkAction({ definition, service }: Tried, action: ActionFile, sample: Sample | undefined) {
  if (!sample) return []
  const at = ['samples', 'actions', action.slug]
  const { fields = {}, answer } = sample
  const inWay = textsInWay([...at, 'answer'], action, sample)
  if (inWay.length > 0) return inWay
  const outcome = await service.actions[action.slug]?.run({ fields, applet_id: 0 }, sampleIo(definition, answer))
  if (outcome?.ok) return []
  const isWithoutId = outcome?.problem.failure === 'protocol' && action.result?.id !== undefined
  return isWithoutId
    ? [{ path: [...at, 'answer'], message: 'nothing stands where "result.id" points.' }]
    : [unreadable(at, wordsOf(outcome))]
}

function wordsOf(outcome: StepOutcome<unknown> | undefined): string {
  return outcome === undefined || outcome.ok ? '' : outcome.problem.message
}

function unreadable(path: FileProblem['path'], why: string): FileProblem {
  return { path, message: `the step cannot use this sample. ${why}`.trim() }
}

/** An ingredient that no item has is misspelled, or its sample is too small. */
function missing(at: FileProblem['path'], ingredients: readonly IngredientDefinition[], items: readonly Ingredients[]) {
  return ingredients
    .filter(({ slug }) => items.every((item) => (item[slug] ?? null) === null))
    .map(({ slug, from }) => ({
      path: [...at, 'answer'],
      message: `nothing stands at ${from} for the ingredient ${slug}. Correct it, or sample an item that has it.`,
    }))
}

/** Answers each request with the sample, as JSON or, for a text, as it stands. */
function sampleIo(definition: ServiceDefinition, answer: unknown): StepIo {
  const names = pastedFields(definition.connect).map(({ slug }) => slug)
  return {
    fetch: async () => ({ ok: true, value: typeof answer === 'string' ? new Response(answer) : Response.json(answer) }),
    token: 'sample',
    credentials: Object.fromEntries(['token', 'key', ...names].map((name) => [name, 'sample'])),
    base_url: baseUrl(definition) ?? 'https://own.server.test',
    key: 'sample',
    timezone: 'UTC',
    now: 0,
    ...OUTSIDE_APPLETS,
  }
}
