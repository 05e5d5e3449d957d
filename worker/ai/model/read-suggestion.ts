import * as z from 'zod/mini'
import {
  CONDITION_OPERATORS,
  DRAFT_ACTIONS_MAX,
  DRAFT_CONDITIONS_MAX,
  DRAFT_FIELD_MAX,
  DRAFT_QUERIES_MAX,
} from '../../contract/drafts/draft.ts'
import { parseJson } from '../../contract/shared/parse-json.ts'

const words = z.string().check(z.maxLength(500))
const step = z.strictObject({
  words,
  step: z.string(),
  fields: z.array(z.strictObject({ field: z.string(), value: z.string().check(z.maxLength(DRAFT_FIELD_MAX)) })),
})
const suggestion = z.strictObject({
  trigger: z.nullable(step),
  queries: z.array(step).check(z.maxLength(DRAFT_QUERIES_MAX)),
  conditions: z
    .array(
      z.strictObject({
        words,
        ingredient: z.string(),
        operator: z.enum(CONDITION_OPERATORS),
        value: z.string().check(z.maxLength(1000)),
      }),
    )
    .check(z.maxLength(DRAFT_CONDITIONS_MAX)),
  actions: z.array(step).check(z.maxLength(DRAFT_ACTIONS_MAX)),
})

/** What a model says of a sentence. `words`: the part of the sentence that a step or a condition is said to stand for. */
export type Suggestion = z.output<typeof suggestion>
export type SuggestedStep = z.output<typeof step>

/** Reads a model's answer; null where it is not of the schema, which not every server keeps to. */
export function readSuggestion(text: string): Suggestion | null {
  const parsed = suggestion.safeParse(parseJson(text))
  return parsed.success ? parsed.data : null
}
