import { planAlone } from './score/plan-alone.ts'

/** The parts of a proposal in one line each. */
export function partsOf(sentence: string) {
  const { trigger, actions, conditions, wait, min_gap, quiet, assumed, unmet, language } = planAlone(sentence)
  return {
    trigger: trigger && [trigger.id, trigger.fields],
    actions: actions.map(({ id }) => id),
    texts: actions.flatMap(({ fields }) => Object.values(fields)).filter((value) => !value.includes('{{')),
    conditions: conditions?.conditions.map((each) => `${each.ingredient} ${each.operator} ${each.value}`) ?? [],
    wait,
    min_gap,
    quiet,
    assumed,
    unmet,
    language,
  }
}
