import { toText } from './values/convert.ts'
import { FilterArray, FilterFunction, FilterMoment, FilterRecord, type Value } from './values/values.ts'
import type { ActionDecision, FilterInput, IngredientValue } from './filter-types.ts'
import { numberSteps, setterName } from './service-names.ts'

const NO_REASON = 'Skipped by filter code.'
/** Characters of a reason that are kept. */
const MOST_REASON = 500

type Step = { fields: [string, Value][]; rows?: FilterRecord[] }

/** The objects that the code finds of its Applet, and the decisions that it takes there. */
type AppletObjects = { names: [string, Value][]; actions: ActionDecision[] }

/** `Service.step` for trigger, queries and actions, and `Meta`. `Trigger` is the trigger under a short name. */
export function makeAppletObjects(input: FilterInput): AppletObjects {
  const services = new Map<string, Map<string, Step>>()
  const stepOf = (service: string, name: string): Step => {
    const steps = services.get(service) ?? new Map<string, Step>()
    services.set(service, steps)
    const step = steps.get(name) ?? { fields: [] }
    steps.set(name, step)
    return step
  }
  const { trigger, queries, actions } = input
  const ingredients = recordOf(trigger.ingredients)
  stepOf(trigger.service, trigger.step).fields.push(...Object.entries(trigger.ingredients))
  const queryNames = numberSteps(queries)
  for (const [at, { service, step, rows }] of queries.entries()) {
    stepOf(service, queryNames[at] ?? step).rows = rows.map(recordOf)
  }
  const decisions = actions.map((): ActionDecision => ({ skipped: null, fields: {} }))
  const actionNames = numberSteps(actions)
  for (const [at, { service, step, fields }] of actions.entries()) {
    const decision = decisions[at]
    if (decision) stepOf(service, actionNames[at] ?? step).fields.push(...actionMethods(decision, fields))
  }
  const named = [...services].map(([service, steps]): [string, Value] => [
    service,
    new FilterRecord(
      Array.from(steps, ([name, step]) => [name, stepValue(step)] as const),
      true,
    ),
  ])
  return { names: [['Trigger', ingredients], ['Meta', metaOf(input)], ...named], actions: decisions }
}

function recordOf(ingredients: Record<string, IngredientValue>): FilterRecord {
  return new FilterRecord(Object.entries(ingredients), true)
}

/** A query is the list of its rows, and has the first row's ingredients besides. */
function stepValue({ fields, rows }: Step): Value {
  if (!rows) return new FilterRecord(fields, true)
  return new FilterArray(rows, new FilterRecord([...Object.entries(rows[0]?.fields ?? {}), ...fields], true), true)
}

function actionMethods(decision: ActionDecision, slugs: readonly string[]): [string, Value][] {
  const skip = new FilterFunction('skip', 1, (run, [reason]) => {
    const text = reason === undefined || reason === null ? '' : toText(run, reason).trim().slice(0, MOST_REASON)
    // The first reason is what decided; later ones only agree.
    decision.skipped ??= text || NO_REASON
    return undefined
  })
  const setters = slugs.map((slug): [string, Value] => {
    const name = setterName(slug)
    const set = new FilterFunction(name, 1, (run, [value]) => {
      const text = value === undefined || value === null ? '' : toText(run, value)
      run.allocate(text.length)
      decision.fields[slug] = text
      return undefined
    })
    return [name, set]
  })
  return [['skip', skip], ...setters]
}

function metaOf({ now, timezone, event_time, previous_event_time }: FilterInput): FilterRecord {
  const previous = typeof previous_event_time === 'number' ? new FilterMoment(previous_event_time, timezone) : null
  return new FilterRecord(
    [
      ['currentUserTime', new FilterMoment(now, timezone)],
      ['triggerTime', new FilterMoment(event_time, timezone)],
      ['previousTriggerTime', previous],
    ],
    true,
  )
}
