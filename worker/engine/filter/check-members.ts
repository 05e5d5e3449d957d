import type { CheckMembers } from './compile/lowering.ts'
import { didYouMean } from './compile/known-names.ts'
import type { FilterNames } from '../../system/runner-api/filter-compiler.ts'
import { ARRAY_METHODS } from './natives/array-methods.ts'
import { MOMENT_METHODS } from './natives/moment-methods.ts'
import { numberSteps, setterName } from './service-names.ts'

const TIMES = ['currentUserTime', 'triggerTime', 'previousTriggerTime']

/** The members of a step that filter code may use: ingredients, `skip` and setters, and those of a list for a query. */
type KnownStep = { ingredients: string[]; methods: string[]; isQuery: boolean }
type KnownServices = Map<string, Map<string, KnownStep>>

export function servicesOf({ trigger, queries, actions }: FilterNames): KnownServices {
  const services: KnownServices = new Map()
  const stepOf = (service: string, name: string): KnownStep => {
    const steps = services.get(service) ?? new Map<string, KnownStep>()
    services.set(service, steps)
    const step = steps.get(name) ?? { ingredients: [], methods: [], isQuery: false }
    steps.set(name, step)
    return step
  }
  for (const service of ['Trigger', trigger.service]) {
    stepOf(service, trigger.step).ingredients.push(...trigger.ingredients)
  }
  const queryNames = numberSteps(queries)
  for (const [at, { service, step, ingredients }] of queries.entries()) {
    const known = stepOf(service, queryNames[at] ?? step)
    known.isQuery = true
    known.ingredients.push(...ingredients)
  }
  const actionNames = numberSteps(actions)
  for (const [at, { service, step, fields }] of actions.entries()) {
    stepOf(service, actionNames[at] ?? step).methods.push('skip', ...fields.map(setterName))
  }
  return services
}

/** Finds the first unknown name in `Service.step.Ingredient` and the like. */
export function memberCheck(services: KnownServices | undefined): CheckMembers {
  return (start, parts) => {
    const [first, second, third] = parts
    if (start === 'Meta') return checkMeta(first, second)
    const steps = services?.get(start)
    if (!steps || first === undefined) return undefined
    if (start === 'Trigger') {
      const [step] = steps.values()
      return step && checkStep(start, step, first, second, 0)
    }
    if (first === null) return undefined
    const step = steps.get(first)
    if (step) return checkStep(`${start}.${first}`, step, second, third, 1)
    return { at: 0, message: `${start} has no ${first} in this Applet.${didYouMean(first, [...steps.keys()])}` }
  }
}

type Found = ReturnType<CheckMembers>

function checkMeta(first: string | null | undefined, second: string | null | undefined): Found {
  if (typeof first !== 'string') return undefined
  if (!TIMES.includes(first)) return { at: 0, message: `Meta has no ${first}.${didYouMean(first, TIMES)}` }
  if (typeof second !== 'string' || MOMENT_METHODS.has(second)) return undefined
  const meant = didYouMean(second, [...MOMENT_METHODS.keys()], '()')
  return { at: 1, message: `Meta.${first} has no ${second}().${meant}` }
}

function checkStep(
  path: string,
  { ingredients, methods, isQuery }: KnownStep,
  member: string | null | undefined,
  next: string | null | undefined,
  at: number,
): Found {
  if (member === undefined) return undefined
  if (member === null) {
    if (!isQuery || typeof next !== 'string' || ingredients.includes(next)) return undefined
    return { at: at + 1, message: `${path} has no ingredient ${next}.${didYouMean(next, ingredients)}` }
  }
  const ofLists = isQuery ? ['length', ...ARRAY_METHODS.keys()] : []
  if ([...ingredients, ...methods, ...ofLists].includes(member)) return undefined
  if (methods.length > 0 && (ingredients.length === 0 || /^(?:set|skip)/.test(member))) {
    return { at, message: `${path} has no ${member}().${didYouMean(member, methods, '()')}` }
  }
  return { at, message: `${path} has no ingredient ${member}.${didYouMean(member, ingredients)}` }
}
