import { OUTSIDE_APPLETS } from '../outside-applets.ts'
import type { RunnableService, StepIo } from '../../../engine/steps/service-steps.ts'
import type { Ingredients } from '../../../system/runner-api/step-outcome.ts'
import { readPath, toId } from '../answer-path.ts'
import { runnableService } from '../runnable-service.ts'
import type {
  ActionFile,
  IngredientDefinition,
  PollHttp,
  QueryFile,
  ServiceDefinition,
  TriggerFile,
} from '../service-definition.ts'
import { pastedFields } from '../connect-values.ts'
import type { JsonProblem } from './service-json.ts'

/** Runs every step with its sample's fields; the service answers what the sample says. */
export async function sampleProblems(definition: ServiceDefinition): Promise<JsonProblem[]> {
  const service = runnableService(definition)
  const { triggers, queries, actions } = definition
  const checked = await Promise.all([
    ...triggers.map((each, index) => checkTrigger(definition, service, each, index)),
    ...queries.map((each) => checkQuery(definition, service, each)),
    ...actions.map((each) => checkAction(definition, service, each)),
  ])
  return checked.flat()
}

async function checkTrigger(
  definition: ServiceDefinition,
  service: RunnableService,
  trigger: TriggerFile,
  index: number,
) {
  const poll = service.triggers[trigger.slug]?.poll
  if (!('sample' in trigger) || !poll) return []
  const at = ['samples', 'triggers', trigger.slug]
  const { fields, answer } = trigger.sample
  const call = { fields, applet_id: 0, page: null, etag: null, last_modified: null }
  const outcome = await poll(call, sampleIo(definition, answer))
  if (!outcome.ok) return [unreadable(at, outcome.problem.message)]
  const { items } = outcome.value
  if (items.length === 0) return [unreadable(at, 'Its list is empty.')]
  const timed = 'http' in trigger && trigger.http.at !== undefined
  return [
    ...missing(
      at,
      trigger.ingredients,
      items.map(({ ingredients }) => ingredients),
    ),
    ...(timed && items.some((item) => item.at === null)
      ? [{ path: [...at, 'answer'], message: 'an item has no time that we can read at "at".' }]
      : []),
    ...('http' in trigger ? wrongNext(['triggers', index, 'next'], trigger.http, answer) : []),
  ]
}

/** The sample of a last page has the cursor's place too, with null, false or an empty text. */
function wrongNext(path: JsonProblem['path'], { next }: PollHttp, answer: unknown): JsonProblem[] {
  if (next === undefined || !('from' in next)) return []
  const { from } = next
  const cursor = readPath(answer, from)
  if (cursor === undefined) {
    const message = `nothing stands at ${from} in the sample's answer. Correct it, or sample a page that names the next.`
    return [{ path, message }]
  }
  if (toId(cursor) !== null || LAST_PAGE.has(cursor)) return []
  return [{ path, message: `what stands at ${from} is neither a text nor a number, so it cannot ask for a page.` }]
}

const LAST_PAGE = new Set<unknown>([null, false, ''])

async function checkQuery(definition: ServiceDefinition, service: RunnableService, query: QueryFile) {
  const at = ['samples', 'queries', query.slug]
  const { fields, answer } = query.sample
  const outcome = await service.queries[query.slug]?.run({ fields, applet_id: 0 }, sampleIo(definition, answer))
  if (!outcome?.ok) return [unreadable(at, outcome?.problem.message ?? '')]
  return outcome.value.length === 0 ? [unreadable(at, 'It has no row.')] : missing(at, query.ingredients, outcome.value)
}

async function checkAction(definition: ServiceDefinition, service: RunnableService, action: ActionFile) {
  const at = ['samples', 'actions', action.slug]
  const { fields, answer } = action.sample
  const outcome = await service.actions[action.slug]?.run({ fields, applet_id: 0 }, sampleIo(definition, answer))
  if (!outcome?.ok) return [unreadable(at, outcome?.problem.message ?? '')]
  const wantsId = 'http' in action && action.http.result?.id !== undefined
  return wantsId && outcome.value.id === null
    ? [{ path: [...at, 'answer'], message: 'nothing stands where "result.id" points.' }]
    : []
}

function unreadable(path: JsonProblem['path'], why: string): JsonProblem {
  return { path, message: `the step cannot use this sample. ${why}`.trim() }
}

/** An ingredient that no item has is misspelled, or its sample is too small. */
function missing(at: JsonProblem['path'], ingredients: readonly IngredientDefinition[], items: readonly Ingredients[]) {
  return ingredients
    .filter(({ slug }) => items.every((item) => (item[slug] ?? null) === null))
    .map(({ slug, from }) => ({
      path: [...at, 'answer'],
      message: `nothing stands at ${from} for the ingredient ${slug}. Correct it, or sample an item that has it.`,
    }))
}

function sampleIo({ base_url, connect }: ServiceDefinition, answer: unknown): StepIo {
  const names = pastedFields(connect).map(({ slug }) => slug)
  return {
    fetch: async () => ({ ok: true, value: Response.json(answer) }),
    token: 'sample',
    credentials: Object.fromEntries(['token', 'key', ...names].map((name) => [name, 'sample'])),
    base_url: base_url ?? 'https://own.server.test',
    key: 'sample',
    timezone: 'UTC',
    now: 0,
    ...OUTSIDE_APPLETS,
  }
}
