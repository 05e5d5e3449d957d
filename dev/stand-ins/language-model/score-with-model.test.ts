import { expect, test } from 'vitest'
import { answerOf } from '../../bench/planner/score/answer.ts'
import { catalogById, planAlone, sliceFor } from '../../bench/planner/score/plan-alone.ts'
import { scoreSentence, type Score } from '../../bench/planner/score/score-sentence.ts'
import { HELD_OUT_SENTENCES } from '../../bench/planner/sentences/held-out-sentences.ts'
import { KNOWN_SENTENCES } from '../../bench/planner/sentences/known-sentences.ts'
import { NEW_SENTENCES } from '../../bench/planner/sentences/new-sentences.ts'
import { SCORED_BEHAVIORS, scoreWithModel } from './score-with-model.ts'

/** Each seventh; `npm run bench -- planner --model` has all. */
const SENTENCES = [...KNOWN_SENTENCES, ...HELD_OUT_SENTENCES, ...Object.values(NEW_SENTENCES).flat()].filter(
  (_, at) => at % 7 === 0,
)
const countsOf = (scores: readonly Score[]) => ({
  right: scores.filter(({ verdict }) => verdict === 'right').length,
  wrong: scores.filter(({ verdict }) => verdict === 'wrong').length,
})
const alone = countsOf(
  SENTENCES.map((sentence) =>
    scoreSentence(sentence, answerOf(planAlone(sentence.say), sliceFor(sentence.say)), catalogById),
  ),
)

test.each(SCORED_BEHAVIORS)('%s: no sentence is wrong by the model, none less right', async (behavior) => {
  const scored = countsOf(await Promise.all(SENTENCES.map((sentence) => scoreWithModel(sentence, behavior))))
  expect(SENTENCES.length).toBeGreaterThan(40)
  expect(scored.wrong).toBeLessThanOrEqual(alone.wrong)
  expect(scored.right).toBeGreaterThanOrEqual(alone.right)
})
