import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import type { Proposal } from '../steps/proposal.ts'
import type { Slice } from '../steps/slice.ts'
import { MODEL_TIMEOUT, type ChatMessage, type LanguageModel } from './language-model.ts'
import { promptFor } from './prompt.ts'
import { proposalSchema } from './proposal-schema.ts'
import { readProposal } from './read-proposal.ts'

/** How often the model is told what was wrong with its answer. */
const REPAIRS = 2

/** Finds the problems with a proposal for a draft, in sentences for the model; none for one that can be stored. */
type CheckProposal = (proposal: Proposal) => Promise<string[]>

/**
 * Asks the operator's language model. Problems with an answer go back to it, twice at most and not after 30 s. Throws a
 * `ModelProblem`; `suggestion_unusable` too if no answer names only what is there. Values that stay wrong are shown at
 * their fields.
 */
export async function proposeWithModel(
  model: LanguageModel,
  { sentence, slice, now, check }: { sentence: string; slice: Slice; now: () => number; check: CheckProposal },
): Promise<Proposal> {
  const schema = proposalSchema(slice)
  let messages: ChatMessage[] = promptFor(sentence, slice)
  let last: Proposal | null = null
  const begun = now()
  for (let turn = 0; turn <= REPAIRS; turn++) {
    const answer = await model(messages, schema)
    if (!answer.ok) throw new AppError(answer.problem)
    const read = readProposal(slice, answer.text)
    last = read.ok ? read.proposal : last
    const problems = read.ok ? await check(read.proposal) : read.problems
    if (read.ok && problems.length === 0) return read.proposal
    if (now() - begun > MODEL_TIMEOUT) break
    log('info', 'suggestion_repaired', { turn, problems: problems.length })
    messages = [
      ...messages,
      { role: 'assistant', content: answer.text.slice(0, 8000) },
      {
        role: 'user',
        content: `This cannot be used. Answer again, whole, without these problems:\n${problems.join('\n')}`,
      },
    ]
  }
  if (last === null) throw new AppError('suggestion_unusable')
  return last
}
