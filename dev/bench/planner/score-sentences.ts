import type { Proposal } from '../../../worker/ai/steps/proposal.ts'
import { ALIKE } from './sentences/alike-steps.ts'
import type { Sentence } from './sentences/sentence.ts'

/**
 * One sentence with its result. `steps`: exactly those that were meant. `rest`: its condition and what no step can do
 * were said.
 */
export type Scored = { sentence: Sentence; proposal: Proposal; steps: boolean; rest: boolean }

/** Compares an answer with what the sentence means. The order of steps does not matter. */
export function scoreSentence(sentence: Sentence, proposal: Proposal): Scored {
  const { trigger, queries = [], actions, when = false, nobody = [] } = sentence
  const steps =
    isMeant('triggers', trigger === null ? [] : [trigger], proposal.trigger ? [proposal.trigger] : []) &&
    isMeant('queries', queries, proposal.queries) &&
    isMeant('actions', actions, proposal.actions)
  const said = proposal.unmet.join('\n').toLowerCase()
  const isWhenSaid = !when || proposal.conditions !== null || /only|unless|if|below/.test(said)
  const rest =
    isWhenSaid &&
    nobody.every((words) => said.includes(words.toLowerCase())) &&
    (nobody.length > 0 || when || said === '')
  return { sentence, proposal, steps, rest }
}

function isMeant(kind: keyof typeof ALIKE, meant: readonly string[], given: readonly { id: string }[]): boolean {
  const left = given.map(({ id }) => id.replace(`/${kind}/`, '/'))
  const alike: Record<string, readonly string[]> = ALIKE[kind]
  for (const each of meant) {
    const at = left.findIndex((id) => (alike[each] ?? [each]).includes(id))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}
