import { log } from '../../system/log/log.ts'
import type { Proposal } from '../steps/proposal.ts'
import type { Slice } from '../steps/slice.ts'
import { addSuggestion } from './add-suggestion.ts'
import type { LanguageModel } from './language-model.ts'
import { promptFor } from './prompt.ts'
import { proposalSchema } from './proposal-schema.ts'
import { readSuggestion } from './read-suggestion.ts'

/** Whether our own planner left nothing that a language model could add. */
export function isWhole({ trigger, actions, unmet, language }: Proposal): boolean {
  return trigger !== null && actions.length > 0 && unmet.length === 0 && language === null
}

/**
 * Asks a language model once for what our own planner left of a sentence, and returns the planner's proposal with it.
 * Returns that proposal itself where no answer came, or none that the sentence bears out.
 */
export async function suggestRest(
  model: LanguageModel,
  own: Proposal,
  { sentence, slice }: { sentence: string; slice: Slice },
): Promise<Proposal> {
  const text = await model(promptFor(sentence, slice), proposalSchema(slice))
  if (text === null) return own
  const suggestion = readSuggestion(text)
  if (suggestion) return addSuggestion(own, suggestion, { sentence, slice })
  log('warn', 'suggestion_unusable', { characters: text.length })
  return own
}
