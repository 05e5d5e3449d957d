import { suggestSteps } from '../../../worker/ai/model/suggest-steps.ts'
import { answerOf } from '../../bench/planner/score/answer.ts'
import { catalogById, planAlone, sliceFor } from '../../bench/planner/score/plan-alone.ts'
import { scoreSentence, type Score } from '../../bench/planner/score/score-sentence.ts'
import type { Sentence } from '../../bench/planner/sentences/sentence.ts'
import type { Behavior } from './behaviors.ts'
import { modelContent } from './model-answer.ts'

/** The ways to answer that could bring something wrong into a draft; in all others no answer is read. */
export const SCORED_BEHAVIORS = [
  'right',
  'wrong_json',
  'nothing',
  'half',
  'unsaid_values',
  'stolen_values',
  'unsaid_steps',
  'stolen_words',
  'other_steps',
  'unknown_step',
] as const satisfies readonly Behavior[]

/** Scores what somebody gets for a sentence where the language model answers in this way. */
export async function scoreWithModel(sentence: Sentence, behavior: Behavior): Promise<Score> {
  const { say } = sentence
  const slice = sliceFor(say)
  const proposal = await suggestSteps(
    async (messages, schema) => modelContent({ model: 'local', messages: [...messages], schema }, behavior),
    planAlone(say),
    { sentence: say, slice },
  )
  return scoreSentence(sentence, answerOf(proposal, slice), catalogById)
}
