import { log } from '../../system/log/log.ts'
import type { Proposal } from '../steps/proposal.ts'
import type { Slice } from '../steps/slice.ts'
import { checkSuggestion, chooseProposal } from './check-suggestion.ts'
import type { LanguageModel } from './language-model.ts'
import { promptFor } from './prompt.ts'
import { proposalSchema } from './proposal-schema.ts'
import { readSuggestion } from './read-suggestion.ts'

/**
 * Asks a language model once for the steps of a sentence, and returns what the sentence bears out of its answer. Returns
 * our own planner's proposal where no answer came, none of the schema, or one that leaves more of the sentence.
 */
export async function suggestSteps(
  model: LanguageModel,
  own: Proposal,
  { sentence, slice }: { sentence: string; slice: Slice },
): Promise<Proposal> {
  const text = await model(promptFor(sentence, slice), proposalSchema(slice))
  if (text === null) return own
  const suggestion = readSuggestion(text)
  if (suggestion) return chooseProposal(own, checkSuggestion(own, suggestion, { sentence, slice }))
  log('warn', 'suggestion_unusable', { characters: text.length })
  return own
}
