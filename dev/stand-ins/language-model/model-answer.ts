import type { ProposedStep } from '../../../worker/ai/steps/proposal.ts'
import { planAlone } from '../../bench/planner/plan-alone.ts'
import type { Behavior } from './behaviors.ts'
import type { CompletionRequest } from './read-completion-request.ts'
import { isObject, mismatch } from './schema-problems.ts'

/** The content of an answer: the planner's own, as the schema wants it, or what a fault makes of it. */
export function modelContent({ messages, schema }: CompletionRequest, behavior: Behavior): string {
  const right = rightAnswer(sentenceIn(messages))
  const wrong = mismatch(schema, right)
  // A step that the request does not offer cannot be named.
  const answer = wrong === null ? right : { ...EMPTY, unmet: [wrong] }
  switch (behavior) {
    case 'wrong_json':
    case 'cut_off':
      return JSON.stringify(answer).slice(0, 40)
    case 'not_of_schema':
      return JSON.stringify({ steps: answer.actions })
    case 'unknown_step':
    case 'unknown_step_once':
      return JSON.stringify({ ...answer, actions: [{ step: 'acme/actions/open_box', fields: [] }] })
    case 'wrong_value_once':
      return JSON.stringify({
        ...answer,
        actions: [{ step: 'email/actions/send_me', fields: [{ field: 'subject', value: '{{Nonsense}}' }] }],
      })
    case 'nothing':
      return JSON.stringify({ ...EMPTY, unmet: [sentenceIn(messages)] })
    default:
      return JSON.stringify(answer)
  }
}

const EMPTY = { trigger: null, queries: [], match: 'all', conditions: [], actions: [], unmet: [] }

function rightAnswer(sentence: string) {
  const { trigger, queries, conditions, actions, unmet } = planAlone(sentence)
  return {
    trigger: trigger && toAnswer(trigger),
    queries: queries.map(toAnswer),
    match: conditions?.match ?? 'all',
    conditions: conditions?.conditions ?? [],
    actions: actions.map(toAnswer),
    unmet,
  }
}

function toAnswer({ id, fields }: ProposedStep) {
  return { step: id, fields: Object.entries(fields).map(([field, value]) => ({ field, value })) }
}

/** The first thing that the user said. */
function sentenceIn(messages: CompletionRequest['messages']): string {
  const said: unknown = JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}')
  return isObject(said) && typeof said['sentence'] === 'string' ? said['sentence'] : ''
}
