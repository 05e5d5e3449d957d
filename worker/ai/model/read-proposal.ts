import * as z from 'zod/mini'
import {
  CONDITION_OPERATORS,
  DRAFT_ACTIONS_MAX,
  DRAFT_CONDITIONS_MAX,
  DRAFT_FIELD_MAX,
  DRAFT_QUERIES_MAX,
} from '../../contract/drafts/draft.ts'
import type { StepKind } from '../../contract/connections/service.ts'
import { parseJson } from '../../contract/shared/parse-json.ts'
import { NO_PROPOSAL, type Proposal, type ProposedStep } from '../steps/proposal.ts'
import type { Slice } from '../steps/slice.ts'
import { ingredientNames } from './proposal-schema.ts'

const step = z.strictObject({
  step: z.string(),
  fields: z.array(z.strictObject({ field: z.string(), value: z.string().check(z.maxLength(DRAFT_FIELD_MAX)) })),
})
const answer = z.strictObject({
  trigger: z.nullable(step),
  queries: z.array(step).check(z.maxLength(DRAFT_QUERIES_MAX)),
  match: z.enum(['all', 'any']),
  conditions: z
    .array(
      z.strictObject({
        ingredient: z.string(),
        operator: z.enum(CONDITION_OPERATORS),
        value: z.string().check(z.maxLength(1000)),
      }),
    )
    .check(z.maxLength(DRAFT_CONDITIONS_MAX)),
  actions: z.array(step).check(z.maxLength(DRAFT_ACTIONS_MAX)),
  unmet: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(10)),
})
type Answer = z.output<typeof answer>
type AnsweredStep = z.output<typeof step>

/** A proposal that has only what the slice has, or what is wrong with it, in sentences for the model. */
type ReadProposal = { ok: true; proposal: Proposal } | { ok: false; problems: string[] }

/** Reads a model's answer. A schema was asked for, but not every server keeps to it. */
export function readProposal(slice: Slice, text: string): ReadProposal {
  const parsed = answer.safeParse(parseJson(text))
  if (!parsed.success) {
    const said = parsed.error.issues
      .slice(0, 5)
      .map(({ path, message }) => `${path.join('.') || 'The answer'}: ${message}`)
    return { ok: false, problems: ['This is not JSON of the schema.', ...said] }
  }
  const problems = unknownParts(slice, parsed.data)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, proposal: toProposal(parsed.data) }
}

function unknownParts(slice: Slice, { trigger, queries, conditions, actions }: Answer): string[] {
  const names = new Set(ingredientNames(slice))
  return [
    ...(trigger ? unknownInStep(slice, 'trigger', trigger) : []),
    ...queries.flatMap((each) => unknownInStep(slice, 'query', each)),
    ...actions.flatMap((each) => unknownInStep(slice, 'action', each)),
    ...conditions.flatMap(({ ingredient }) => (names.has(ingredient) ? [] : [`There is no ingredient ${ingredient}.`])),
  ]
}

function unknownInStep({ steps }: Slice, kind: StepKind, { step: id, fields }: AnsweredStep): string[] {
  const known = steps.find((each) => each.id === id && each.kind === kind)
  if (!known) return [`There is no ${kind} ${id}.`]
  const slugs = new Set(known.fields.flatMap(({ slug, type }) => (type === 'secret' ? [] : [slug])))
  return fields.flatMap(({ field }) => (slugs.has(field) ? [] : [`${id} has no field ${field}.`]))
}

function toProposal({ trigger, queries, match, conditions, actions, unmet }: Answer): Proposal {
  return {
    ...NO_PROPOSAL,
    trigger: trigger && toStep(trigger),
    queries: queries.map(toStep),
    conditions: conditions.length > 0 ? { match, conditions } : null,
    actions: actions.map(toStep),
    unmet: unmet.map((each) => each.trim()).filter(Boolean),
  }
}

function toStep({ step: id, fields }: AnsweredStep): ProposedStep {
  return { id, fields: Object.fromEntries(fields.map(({ field, value }) => [field, value])) }
}
