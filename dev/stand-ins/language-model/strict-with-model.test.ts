import { expect, test } from 'vitest'
import type { LanguageModel } from '../../../worker/ai/model/language-model.ts'
import { suggestSteps } from '../../../worker/ai/model/suggest-steps.ts'
import type { Proposal } from '../../../worker/ai/steps/proposal.ts'
import { catalogById, planAlone, sliceFor } from '../../bench/planner/plan-alone.ts'
import { answerOf } from '../../bench/planner/score/answer.ts'
import { scoreSentence } from '../../bench/planner/score/score-sentence.ts'
import { HELD_OUT_SENTENCES } from '../../bench/planner/sentences/held-out-sentences.ts'
import { KNOWN_SENTENCES } from '../../bench/planner/sentences/known-sentences.ts'
import { NEW_SENTENCES } from '../../bench/planner/sentences/new-sentences.ts'
import type { Sentence } from '../../bench/planner/sentences/sentence.ts'
import type { Behavior } from './behaviors.ts'
import { modelContent } from './model-answer.ts'

const SENTENCES: readonly Sentence[] = [
  ...KNOWN_SENTENCES,
  ...HELD_OUT_SENTENCES,
  ...Object.values(NEW_SENTENCES).flat(),
]
const isWrong = (sentence: Sentence, proposal: Proposal) =>
  scoreSentence(sentence, answerOf(proposal, sliceFor(sentence.say)), catalogById).verdict === 'wrong'
/** Those of which the planner left something, so that a model is asked. */
const ASKED = SENTENCES.map((sentence) => ({ sentence, own: planAlone(sentence.say) })).filter(
  ({ sentence, own }) => !isWrong(sentence, own),
)

test.each<Behavior>([
  'half',
  'unsaid_values',
  'stolen_values',
  'unsaid_steps',
  'stolen_words',
  'unknown_step',
  'wrong_json',
  'nothing',
])('%s: no sentence becomes wrong by the model', async (behavior) => {
  const wrong: string[] = []
  for (const { sentence, own } of ASKED) {
    const model: LanguageModel = async (messages, schema) =>
      modelContent({ model: 'local', messages: [...messages], schema }, behavior)
    const proposal = await suggestSteps(model, own, { sentence: sentence.say, slice: sliceFor(sentence.say) })
    if (isWrong(sentence, proposal)) wrong.push(sentence.say)
  }
  expect(ASKED.length).toBeGreaterThan(50)
  expect(wrong).toEqual([])
})
