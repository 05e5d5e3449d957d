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
    conditions: {
      type: 'array',
      items: closed({
        words: TEXT,
        ingredient: oneOf(names),
        operator: oneOf(CONDITION_OPERATORS),
        value: TEXT,
      }),
    },
    actions: { type: 'array', items: stepSchema(slice, 'action') },
  })
}

/** Lists the names in filter code of all that the slice's triggers and queries report. */
function ingredientNames({ steps }: Slice): string[] {
  return steps.flatMap((step) => step.ingredients.map(({ slug }) => ingredientName(step, slug)))
}

function stepSchema({ steps }: Slice, kind: StepKind): JsonSchema {
  const own = steps.filter((step) => step.kind === kind)
  const fields = own.flatMap((step) => step.fields.filter(({ type }) => type !== 'secret').map(({ slug }) => slug))
  return closed({
    words: TEXT,
    step: oneOf(own.map(({ id }) => id)),
    fields: { type: 'array', items: closed({ field: oneOf(fields), value: TEXT }) },
  })
}

const TEXT = { type: 'string' } as const

function closed(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** An empty list of values would be no schema. */
function oneOf(values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values.length > 0 ? [...new Set(values)] : ['none'] }
}
