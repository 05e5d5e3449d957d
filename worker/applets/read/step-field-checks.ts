import type { Ctx } from '../../system/context/context.ts'
import type { AppletStep } from '../../contract/applets/applet.ts'
import { numberSteps, stepName } from '../../engine/filter/service-names.ts'
import { checkStepField } from '../../services/find-step-file.ts'
import { findService, loadServices } from '../../services/known-services.ts'

/** `rulesOfSteps`, also of services that an operator has added. */
export async function readStepRules(ctx: Pick<Ctx, 'db' | 'now' | 'settings'>, steps: readonly AppletStep[]) {
  await loadServices(
    ctx,
    steps.map(({ service }) => service.module_name),
  )
  return rulesOfSteps(steps)
}

/** Collects the rules for the fields of an Applet's steps. */
export function rulesOfSteps(steps: readonly AppletStep[]) {
  return { ingredients: knownIngredients(steps), check: fieldCheck(steps) }
}

/** Finds a service's objection to a field's value, by the field's key. */
function fieldCheck(steps: readonly AppletStep[]): (key: string, value: string) => string | null {
  return (key, value) => {
    const [position = '', field = ''] = key.split('.')
    const step = steps.find((each) => each.position === Number(position))
    return step ? checkStepField({ ...step, module_name: step.service.module_name }, field, value) : null
  }
}

/**
 * The ingredients that the fields of an Applet's steps may use, by the field's key: the trigger's, and those of the
 * queries before it, of the same feature. A trigger comes first and has none.
 */
function knownIngredients(steps: readonly AppletStep[]): (key: string) => readonly string[] {
  return (key) => {
    const position = Number(key.slice(0, key.indexOf('.')))
    const own = steps.find((step) => step.position === position)
    if (!own || own.kind === 'trigger') return []
    const known = steps.filter((step) => step.feature === own.feature)
    const names = queryNames(known)
    return known.filter((step) => runsBefore(step, own, known)).flatMap((step) => namesOf(step, names))
  }
}

/** Queries run before all actions, and in their order. */
function runsBefore(step: AppletStep, own: AppletStep, inOrder: readonly AppletStep[]): boolean {
  switch (step.kind) {
    case 'trigger':
      return true
    case 'query':
      return own.kind === 'action' || inOrder.indexOf(step) < inOrder.indexOf(own)
    case 'action':
      return false
  }
}

/** Names each query for texts and filter code: the second of the same has a number. */
function queryNames(steps: readonly AppletStep[]): ReadonlyMap<AppletStep, string> {
  const queries = steps.filter(({ kind }) => kind === 'query')
  const named = queries.map(({ slug, service: { module_name } }) => ({
    service: findService(module_name)?.identifier ?? module_name,
    step: stepName(slug),
  }))
  const names = numberSteps(named)
  return new Map(queries.map((query, at) => [query, `${named[at]?.service}.${names[at]}`]))
}

function namesOf(step: AppletStep, names: ReadonlyMap<AppletStep, string>): string[] {
  const { kind, slug } = step
  const service = findService(step.service.module_name)
  switch (kind) {
    case 'trigger':
      return service?.triggers[slug]?.ingredients.map((each) => each.slug) ?? []
    case 'query':
      return service?.queries[slug]?.ingredients.map((each) => `${names.get(step)}.${each.slug}`) ?? []
    case 'action':
      return []
  }
}
