import { runFilter } from '../../filter/run-filter.ts'
import { isCompiledFilter } from '../../filter/stored-filter.ts'
import { stepName } from '../../filter/service-names.ts'
import { renderText } from '../../ingredients/render-text.ts'
import type { IngredientValue } from '../../runner-api/step-outcome.ts'
import { isStepOver, type ActionDecision, type StepProgress } from '../store/run-progress.ts'
import { ingredientsOf } from '../store/runs.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { Work } from './work.ts'

type Decided = { ok: true; decisions: ActionDecision[] } | { ok: false; message: string }

/** Runs the Applet's filter code; without it, every action is done as it stands. */
export function decideActions(memory: RunnerMemory, { branch, event, progress, run }: Work): Decided {
  if (!branch.filter) return { ok: true, decisions: branch.actions.map(() => ({ skipped: null, fields: {} })) }
  if (!isCompiledFilter(branch.filter)) return { ok: false, message: 'Filter code: save the Applet again, please.' }
  const name = (module_name: string) => memory.world.findService(module_name)?.identifier ?? module_name
  const { module_name, slug } = branch.trigger
  const result = runFilter(branch.filter, {
    now: memory.world.now(),
    timezone: memory.settings.timezone,
    event_time: event.at,
    trigger: { service: name(module_name), step: stepName(slug), ingredients: ingredientsOf(event) },
    queries: progress.queries.map((query) => ({
      service: name(query.module_name),
      step: stepName(query.slug),
      rows: query.rows ?? [],
    })),
    actions: branch.actions.map((action) => ({
      service: name(action.module_name),
      step: stepName(action.slug),
      fields: Object.keys(action.fields),
    })),
    random_seed: run.seq,
  })
  switch (result.kind) {
    case 'decided':
      progress.filter = { message: null, failed: false }
      return { ok: true, decisions: result.actions }
    case 'failed':
      return {
        ok: false,
        message: `Filter code${result.line === null ? '' : `, line ${result.line}`}: ${result.message}`,
      }
  }
}

/** Fills the fields of the actions that are done with what the event and the queries gave. */
export function renderActions(memory: RunnerMemory, work: Work, decisions: ActionDecision[]): void {
  const { branch, progress } = work
  for (const [index, action] of progress.actions.entries()) {
    if (isStepOver(action)) continue
    const decision = decisions[index] ?? { skipped: null, fields: {} }
    if (decision.skipped !== null) Object.assign(action, { state: 'skipped', message: decision.skipped })
    else setFields(action, { ...renderFields(memory, work, branch.actions[index]?.fields ?? {}), ...decision.fields })
  }
}

/** Another request than an earlier version's is another effect, with a key of its own. */
function setFields(action: StepProgress, fields: Record<string, string>): void {
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

/** Renders a step's fields. What has no ingredient is taken as it is. */
export function renderFields(memory: RunnerMemory, work: Work, fields: Record<string, string>): Record<string, string> {
  const { world, settings } = memory
  const values = ingredientLookup(memory, work)
  const render = (text: string) => renderText(text, { value: values, timezone: settings.timezone, now: world.now() })
  return Object.fromEntries(Object.entries(fields).map(([slug, text]) => [slug, render(text)]))
}

function ingredientLookup(memory: RunnerMemory, { event, progress }: Work) {
  const values = new Map<string, IngredientValue>(Object.entries(ingredientsOf(event)))
  for (const { module_name, slug, rows } of progress.queries) {
    const service = memory.world.findService(module_name)?.identifier ?? module_name
    for (const [name, value] of Object.entries(rows?.[0] ?? {}))
      values.set(`${service}.${stepName(slug)}.${name}`, value)
  }
  return (name: string) => values.get(name)
}
