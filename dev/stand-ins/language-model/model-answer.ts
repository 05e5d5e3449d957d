import { matchSteps } from '../../../worker/services/catalog/steps/step-index.ts'
import { readWords } from '../../../worker/services/catalog/words/read-words.ts'
import type { ProposedStep } from '../../../worker/ai/steps/proposal.ts'
import type { SuggestedStep, Suggestion } from '../../../worker/ai/model/read-suggestion.ts'
import { catalogById, planAlone, sliceFor } from '../../bench/planner/score/plan-alone.ts'
import type { Behavior } from './behaviors.ts'
import type { CompletionRequest } from './read-completion-request.ts'
import { mismatch } from './schema-problems.ts'
import { isRecord } from '../../../worker/contract/shared/is-record.ts'

/** The content of an answer: the planner's own, as the schema wants it, or what a fault makes of it. */
export function modelContent({ messages, schema }: CompletionRequest, behavior: Behavior): string {
  const sentence = sentenceIn(messages)
  const right = rightAnswer(sentence)
  // A step that the request does not offer cannot be named.
  const answer = mismatch(schema, right) === null ? right : EMPTY
  switch (behavior) {
    case 'wrong_json':
    case 'cut_off':
      return JSON.stringify(answer).slice(0, 40)
    case 'not_of_schema':
      return JSON.stringify({ steps: answer.actions })
    case 'unknown_step':
      return JSON.stringify({ ...answer, actions: [{ words: sentence, step: 'acme/actions/open_box', fields: [] }] })
    case 'half':
      return JSON.stringify({ ...EMPTY, actions: answer.actions.slice(0, 1).map((step) => ({ ...step, fields: [] })) })
    case 'unsaid_values':
      return JSON.stringify(withValues(answer, 'Nobody said {{Nonsense}} this'))
    case 'stolen_values':
      return JSON.stringify(withValues(answer, planAlone(sentence).unmet[0] ?? sentence))
    case 'unsaid_steps':
      return JSON.stringify(withSteps(answer, sentence, 'and do that too'))
    case 'stolen_words':
      return JSON.stringify(withSteps(answer, sentence, planAlone(sentence).unmet[0] ?? sentence))
    case 'other_steps':
      return JSON.stringify(withOtherSteps(answer, sentence))
    case 'nothing':
      return JSON.stringify(EMPTY)
    default:
      return JSON.stringify(answer)
  }
}

const EMPTY: Suggestion = { trigger: null, queries: [], conditions: [], actions: [] }

function rightAnswer(sentence: string): Suggestion {
  const { trigger, queries, conditions, actions } = planAlone(sentence)
  const toAnswer = ({ id, fields }: ProposedStep): SuggestedStep => ({
    words: sentence,
    step: id,
    fields: Object.entries(fields).map(([field, value]) => ({ field, value })),
  })
  return {
    trigger: trigger && toAnswer(trigger),
    queries: queries.map(toAnswer),
    conditions: (conditions?.conditions ?? []).map((each) => ({ words: sentence, ...each })),
    actions: actions.map(toAnswer),
  }
}

/** All fields of its steps with a text, a number or a time that nobody said for them. */
function withValues({ trigger, queries, conditions, actions }: Suggestion, text: string): Suggestion {
  const fill = (step: SuggestedStep): SuggestedStep => ({
    ...step,
    fields: (catalogById.get(step.step)?.fields ?? []).map(({ slug, type }) => ({
      field: slug,
      value: type === 'time' ? '03:33' : type === 'number' ? '4711' : text,
    })),
  })
  return {
    trigger: trigger && fill(trigger),
    queries: queries.map(fill),
    conditions: conditions.map((each) => ({ ...each, value: 'nobody' })),
    actions: actions.map(fill),
  }
}

/** A trigger, a query and an action of those offered that the planner did not choose, which say of themselves these words. */
function withSteps({ trigger, queries, conditions, actions }: Suggestion, sentence: string, words: string): Suggestion {
  const chosen = new Set([trigger, ...queries, ...actions].map((step) => step?.step))
  const other = (kind: string) => {
    const found = sliceFor(sentence).steps.find((step) => step.kind === kind && !chosen.has(step.id))
    return found ? [{ words, step: found.id, fields: [] }] : []
  }
  return {
    trigger: trigger ?? other('trigger')[0] ?? null,
    queries: [...queries, ...other('query')],
    conditions,
    actions: [...actions, ...other('action')],
  }
}

/** For each step another one of its service and kind, such as its opposite, with the part of the sentence that fits the step best. */
function withOtherSteps({ trigger, queries, conditions, actions }: Suggestion, sentence: string): Suggestion {
  const { steps, index } = sliceFor(sentence)
  const parts = sentence.split(/\s*,\s*|\s+(?=(?:and|then|when|whenever|if|every)\b)/i)
  const other = (suggested: SuggestedStep): SuggestedStep => {
    const own = catalogById.get(suggested.step)
    const found = steps.find((each) => each !== own && each.kind === own?.kind && each.service === own.service)
    const fitOf = (part: string) =>
      matchSteps(index, readWords(part, index.vocabulary), { kind: own?.kind ?? 'action', preference: () => 0 }).find(
        ({ step }) => step === own,
      )?.score ?? 0
    const [words = sentence] = parts.toSorted((left, right) => fitOf(right) - fitOf(left))
    return found ? { ...suggested, words, step: found.id } : suggested
  }
  return { trigger: trigger && other(trigger), queries, conditions, actions: actions.map(other) }
}

/** The first thing that the user said. */
function sentenceIn(messages: CompletionRequest['messages']): string {
  const said: unknown = JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}')
  return isRecord(said) && typeof said['sentence'] === 'string' ? said['sentence'] : ''
}
