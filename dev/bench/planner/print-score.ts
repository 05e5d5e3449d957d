import { SCORED_BEHAVIORS, scoreWithModel } from '../../stand-ins/language-model/score-with-model.ts'
import { answerOf } from './score/answer.ts'
import { scoreSentence, type Score } from './score/score-sentence.ts'
import { planAlone, catalogById, sliceFor } from './score/plan-alone.ts'
import { HELD_OUT_SENTENCES } from './sentences/held-out-sentences.ts'
import { KNOWN_SENTENCES } from './sentences/known-sentences.ts'
import { NEW_SENTENCES } from './sentences/new-sentences.ts'
import type { Sentence } from './sentences/sentence.ts'

/**
 * `node dev/bootstrap.mjs bench/planner/print-score`: of how many sentences the planner gets all, or says what it did
 * not use. `--wrong` lists those of which it does neither, `--named` those that lack a part: of the known ones, so that
 * the planner is not written for the others; with `--all` of all. `--model` adds a row of all 300 for each way in which a
 * language model may answer.
 */
const scored = (sentences: readonly Sentence[]) =>
  sentences.map((sentence) => ({
    ...scoreSentence(sentence, answerOf(planAlone(sentence.say), sliceFor(sentence.say)), catalogById),
    proposal: planAlone(sentence.say),
  }))

const rows = [
  ['150 known', scored(KNOWN_SENTENCES)],
  ['50 held out', scored(HELD_OUT_SENTENCES)],
  ...Object.entries(NEW_SENTENCES).map(([kind, sentences]) => [kind, scored(sentences)] as const),
] as const
// Each answer that cannot be read is logged.
console.warn = () => {}
const sentences = rows.flatMap(([, scores]) => scores.map(({ sentence }) => sentence))
const isNew = rows.slice(2).flatMap(([, scores]) => scores)

console.log(`${''.padEnd(22)}  right   named   wrong`)
for (const [title, scores] of [...rows, ['100 new', isNew], ['all 300', rows.flatMap(([, each]) => each)]] as const)
  printRow(title, scores)
for (const behavior of process.argv.includes('--model') ? SCORED_BEHAVIORS : [])
  printRow(`model: ${behavior}`, await Promise.all(sentences.map((sentence) => scoreWithModel(sentence, behavior))))

const listed = (process.argv.includes('--all') ? rows : rows.slice(0, 1)).flatMap(([, each]) => each)
for (const verdict of ['wrong', 'named'] as const)
  if (process.argv.includes(`--${verdict}`))
    for (const { sentence, why, proposal, verdict: own } of listed) {
      if (own !== verdict) continue
      const { trigger, queries, actions, conditions, unmet } = proposal
      console.log(`\n${sentence.say}\n  ${why.join('\n  ')}`)
      for (const { id, fields } of [trigger, ...queries, ...actions].filter((each) => each !== null))
        console.log(`    ${id} ${JSON.stringify(fields)}`)
      if (conditions) console.log(`    only if ${JSON.stringify(conditions)}`)
      if (unmet.length > 0) console.log(`    unused: ${unmet.join('; ')}`)
    }

function printRow(title: string, scores: readonly Score[]): void {
  const cells = (['right', 'named', 'wrong'] as const).map((verdict) => cell(scores, verdict))
  console.log(`${title.padEnd(22)}${cells.join('')}`)
}

function cell(scores: readonly Score[], verdict: Score['verdict']): string {
  const count = scores.filter((each) => each.verdict === verdict).length
  return `${String(count).padStart(4)} ${`${Math.round((100 * count) / scores.length)}%`.padStart(4)}`.padEnd(9)
}
