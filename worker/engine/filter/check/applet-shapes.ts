import type { FilterNames } from '../../../system/runner-api/filter-compiler.ts'
import { numberSteps, setterName } from '../service-names.ts'
import { didYouMean } from './known-names.ts'
import { LIST_MEMBERS, OF_ALL, VALUE_MEMBERS } from './language-shapes.ts'
import { MOMENT_MEMBERS } from './moment-members.ts'
import type { Shape } from './language-shapes.ts'

const TIMES = ['currentUserTime', 'triggerTime', 'previousTriggerTime']

/** The members of a step that filter code may use: ingredients, `skip` and setters, and those of a list for a query. */
type KnownStep = { ingredients: string[]; methods: string[]; isQuery: boolean }

/** The services of an Applet, and `Trigger`, the trigger under a short name. */
export function appletShapes({ trigger, queries, actions }: FilterNames): Map<string, Shape> {
  const services = new Map<string, Map<string, KnownStep>>()
  const stepOf = (service: string, name: string): KnownStep => {
    const steps = services.get(service) ?? new Map<string, KnownStep>()
    services.set(service, steps)
    const step = steps.get(name) ?? { ingredients: [], methods: [], isQuery: false }
    steps.set(name, step)
    return step
  }
  stepOf(trigger.service, trigger.step).ingredients.push(...trigger.ingredients)
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
  const shapes = new Map([...services].map(([service, steps]) => [service, serviceShape(service, steps)]))
  const event = { ingredients: [...trigger.ingredients], methods: [], isQuery: false }
  return shapes.set('Trigger', stepShape('Trigger', event))
}

/** `Meta`, with the times of a run. */
export function metaShape(): Shape {
  return {
    name: 'Meta',
    members: new Map(TIMES.map((time) => [time, momentShape(`Meta.${time}`)])),
    missing: (member) => `Meta has no ${member}.${didYouMean(member, TIMES)}`,
  }
}

function momentShape(name: string): Shape {
  return {
    name,
    members: namesOnly([...MOMENT_MEMBERS, ...OF_ALL]),
    missing: (member) => `${name} has no ${member}().${didYouMean(member, MOMENT_MEMBERS, '()')}`,
  }
}

function serviceShape(name: string, steps: ReadonlyMap<string, KnownStep>): Shape {
  return {
    name,
    members: new Map(Array.from(steps, ([step, known]) => [step, stepShape(`${name}.${step}`, known)])),
    missing: (member) => `${name} has no ${member} in this Applet.${didYouMean(member, [...steps.keys()])}`,
  }
}

function stepShape(name: string, { ingredients, methods, isQuery }: KnownStep): Shape {
  const values = new Map(ingredients.map((slug) => [slug, valueShape(`${name}.${slug}`)] as const))
  const noIngredient = (member: string) => `${name} has no ingredient ${member}.${didYouMean(member, ingredients)}`
  return {
    name,
    // What a list has stands before an ingredient of that name.
    members: new Map([...values, ...namesOnly([...methods, ...(isQuery ? LIST_MEMBERS : [])])]),
    ...(isQuery ? { item: { name: `${name}[…]`, members: values, missing: noIngredient } } : {}),
    missing: (member) =>
      methods.length > 0 && (ingredients.length === 0 || /^(?:set|skip)/.test(member))
        ? `${name} has no ${member}().${didYouMean(member, methods, '()')}`
        : noIngredient(member),
  }
}

/** An ingredient is a text, a number, yes or no, or null. */
function valueShape(name: string): Shape {
  return {
    name,
    members: namesOnly(VALUE_MEMBERS),
    item: { name: `${name}[…]`, members: namesOnly(VALUE_MEMBERS), missing: () => undefined },
    missing: (member, isCalled) =>
      `${name} has no ${member}${isCalled ? '()' : ''}.${didYouMean(member, VALUE_MEMBERS, isCalled ? '()' : '')}`,
  }
}

function namesOnly(members: readonly string[]): Map<string, null> {
  return new Map(members.map((member) => [member, null]))
}
