import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { runFilter } from '../../filter/run-filter.ts'
import type { ActionDecision } from '../../filter/filter-types.ts'
import { numberSteps, stepName } from '../../filter/service-names.ts'
import { renderText } from '../../../contract/ingredients/render-text.ts'
import type { IngredientValue } from '../../../system/runner-api/step-outcome.ts'
import { spendFuel } from './filter-budget.ts'
import { findService } from '../store/added-services.ts'
import { actionsOf, isStepOver, type ActionProgress, type RunProgress } from '../store/run-progress.ts'
import { ingredientsOf } from '../store/runs.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { Rendering } from './run-under-way.ts'

/** `line`: of the code, where that is known. */
type FilterProblem = { message: string; line: number | null }
type Decided = { ok: true; decisions: NonNullable<RunProgress['decisions']> } | ({ ok: false } & FilterProblem)

/**
 * Runs the filter, and renders the fields of the actions that are done. Returns why the filter failed; null if it did
 * not.
 */
export function decideAndRender(memory: RunnerMemory, work: Rendering): FilterProblem | null {
  const { progress } = work
  const decided = decideActions(memory, work)
  if (!decided.ok) {
    for (const filter of stepsOfKind(progress.steps, 'filter')) filter.problem = filterWords(decided)
    return decided
  }
  progress.decisions = decided.decisions
  renderActions(memory, work, decided.decisions)
  return null
}

/** Why a run failed at its filter, as its page says it. */
export function filterWords({ line, message }: FilterProblem): string {
  return `Filter code${line === null ? '' : `, line ${line}`}: ${message}`
}

const AS_IT_STANDS: ActionDecision = { skipped: null, fields: {} }

/** Only of a draft that was done once just before the engine changed, and whose Applet is gone from D1 too. */
const MADE_BEFORE = 'it was made ready before an update. Do this once more, or save the Applet again.'

/** Runs the Applet's filter code; without it, every action is done as it stands. */
function decideActions(memory: RunnerMemory, { branch, event, progress, run }: Rendering): Decided {
  const actions = stepsOfKind(branch.steps, 'action')
  const [filter] = stepsOfKind(branch.steps, 'filter')
  const byId = (decisions: readonly ActionDecision[]) =>
    Object.fromEntries(actions.map(({ id }, index) => [id, decisions[index] ?? AS_IT_STANDS]))
  if (!filter) return { ok: true, decisions: byId([]) }
  if (filter.compiled.version !== 2) return { ok: false, line: null, message: MADE_BEFORE }
  const result = runFilter(filter.compiled, {
    now: memory.world.now(),
    timezone: memory.settings.timezone,
    event_time: event.at,
    trigger: { ...namesOf(memory, branch.trigger), ingredients: ingredientsOf(event) },
    queries: stepsOfKind(progress.steps, 'query').map((query) => ({
      ...namesOf(memory, query),
      rows: query.rows ?? [],
    })),
    actions: actions.map((action) => ({ ...namesOf(memory, action), fields: Object.keys(action.fields) })),
    random_seed: run.seq,
  })
  spendFuel(memory, result.fuel)
  switch (result.kind) {
    case 'decided':
      return { ok: true, decisions: byId(result.actions) }
    case 'failed':
      return { ok: false, line: result.line, message: result.message }
  }
}

/** Fills the fields of the actions that are done with what the event and the queries gave. */
function renderActions(memory: RunnerMemory, work: Rendering, decisions: NonNullable<RunProgress['decisions']>): void {
  const { branch, progress } = work
  for (const action of actionsOf(progress)) {
    if (isStepOver(action)) continue
    const decision = decisions[action.id] ?? AS_IT_STANDS
    if (decision.skipped !== null) Object.assign(action, { state: 'skipped', message: decision.skipped })
    else
      setFields(action, {
        ...renderFields(
          memory,
          work,
          stepsOfKind(branch.steps, 'action').find(({ id }) => id === action.id)?.fields ?? {},
        ),
        ...decision.fields,
      })
  }
}

/** Another request than an earlier version's is another effect, with a key of its own. */
function setFields(action: ActionProgress, fields: Record<string, string>): void {
  if (action.fields !== null && !hasSameFields(action.fields, fields)) {
    action.n += 1
    action.uncertain = false
  }
  action.fields = fields
}

function hasSameFields(before: Record<string, string>, fields: Record<string, string>): boolean {
  const slugs = Object.keys(fields)
  return slugs.length === Object.keys(before).length && slugs.every((slug) => before[slug] === fields[slug])
}

/** Renders a step's fields. A field without ingredients is taken as it is. */
export function renderFields(
  memory: RunnerMemory,
  work: Rendering,
  fields: Record<string, string>,
): Record<string, string> {
  const { world, settings } = memory
  const values = ingredientLookup(memory, work)
  const render = (text: string) => renderText(text, { value: values, timezone: settings.timezone, now: world.now() })
  return Object.fromEntries(Object.entries(fields).map(([slug, text]) => [slug, render(text)]))
}

function ingredientLookup(memory: RunnerMemory, { event, progress }: Rendering) {
  const values = new Map<string, IngredientValue>(Object.entries(ingredientsOf(event)))
  const queries = stepsOfKind(progress.steps, 'query')
  const names = filterNamesOf(memory, queries)
  for (const [at, { rows }] of queries.entries())
    for (const [name, value] of Object.entries(rows?.[0] ?? {})) values.set(`${names[at]}.${name}`, value)
  return (name: string) => values.get(name)
}

type StepOfService = { module_name: string; slug: string }

/** What filter code calls the service and, but for a number, the step. */
function namesOf(memory: RunnerMemory, { module_name, slug }: StepOfService) {
  return { service: findService(memory, module_name)?.identifier ?? module_name, step: stepName(slug) }
}

/** What filter code calls these steps of one kind, such as `GitHub.newStar`, and `Mastodon.post2` for a second one. */
export function filterNamesOf(memory: RunnerMemory, steps: readonly StepOfService[]): string[] {
  const named = steps.map((step) => namesOf(memory, step))
  return numberSteps(named).map((step, at) => `${named[at]?.service}.${step}`)
}
