import type { Ctx } from '../../system/context/context.ts'
import type { AppletStep } from '../../contract/applets/applet.ts'
import { checkStepField } from '../../services/find-step-file.ts'
import { loadServices } from '../../services/known-services.ts'
import { ingredientsOf } from '../sentences/say-applet.ts'

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
  const named = steps.map((step) => ({ ...step, module_name: step.service.module_name }))
  return (key) => {
    const position = Number(key.slice(0, key.indexOf('.')))
    const own = named.find((step) => step.position === position)
    if (!own || own.kind === 'trigger') return []
    const known = named.filter((step) => step.feature === own.feature)
    return ingredientsOf(known, (step) => runsBefore(step, own, known)).map(({ name }) => name)
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
