import { CONDITION_OPERATORS } from '../../contract/drafts/draft.ts'
import type { StepKind } from '../../contract/connections/service.ts'
import { ingredientName } from '../steps/ingredient-name.ts'
import type { Slice } from '../steps/slice.ts'
import type { JsonSchema } from './language-model.ts'

/**
 * The schema of the model's answers: steps, fields and ingredients of this slice and no others. As strict structured
 * outputs want it, every property is required and no other is allowed.
 */
export function proposalSchema(slice: Slice): JsonSchema {
  const names = ingredientNames(slice)
  return closed({
    trigger: { anyOf: [{ type: 'null' }, stepSchema(slice, 'trigger')] },
    queries: { type: 'array', items: stepSchema(slice, 'query') },
    match: oneOf(['all', 'any']),
    conditions: {
      type: 'array',
      items: closed({ ingredient: oneOf(names), operator: oneOf(CONDITION_OPERATORS), value: { type: 'string' } }),
    },
    actions: { type: 'array', items: stepSchema(slice, 'action') },
    unmet: { type: 'array', items: { type: 'string' } },
  })
}

/** Lists the names in filter code of all that the slice's triggers and queries report. */
export function ingredientNames({ steps }: Slice): string[] {
  return steps.flatMap((step) => step.ingredients.map(({ slug }) => ingredientName(step, slug)))
}

function stepSchema({ steps }: Slice, kind: StepKind): JsonSchema {
  const own = steps.filter((step) => step.kind === kind)
  const fields = own.flatMap((step) => step.fields.filter(({ type }) => type !== 'secret').map(({ slug }) => slug))
  return closed({
    step: oneOf(own.map(({ id }) => id)),
    fields: { type: 'array', items: closed({ field: oneOf(fields), value: { type: 'string' } }) },
  })
}

function closed(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** An empty list of values would be no schema. */
function oneOf(values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values.length > 0 ? [...new Set(values)] : ['none'] }
}
