import type { Proposal } from '../../../worker/ai/steps/proposal.ts'
import { SCORED_BEHAVIORS, scoreWithModel } from '../../stand-ins/language-model/score-with-model.ts'
import { answerOf } from './score/answer.ts'
import { scoreSentence, type Score } from './score/score-sentence.ts'
import { planAlone, catalogById, sliceFor } from './score/plan-alone.ts'
import { HELD_OUT_SENTENCES } from './sentences/held-out-sentences.ts'
import { KNOWN_SENTENCES } from './sentences/known-sentences.ts'
import { NEW_SENTENCES } from './sentences/new-sentences.ts'
import type { Sentence } from './sentences/sentence.ts'

/** Which sentences are listed, of `all` or of the known ones, and whether a `model` is scored too. */
type Shown = { wrong: boolean; named: boolean; all: boolean; model: boolean }

/**
 * Prints of how many sentences the planner gets all, or says what it did not use. `wrong` lists those of which it does
 * neither, `named` those that lack a part: of the known ones, so that the planner is not written for the others. `model`
 * adds a row of all sentences for each way in which a language model may answer.
 */
export async function printScore(shown: Shown): Promise<true> {
  const rows = [
    ['150 known', scored(KNOWN_SENTENCES)],
    ['50 held out', scored(HELD_OUT_SENTENCES)],
    ...Object.entries(NEW_SENTENCES).map(([kind, sentences]) => [kind, scored(sentences)] as const),
  ] as const
  const isNew = rows.slice(2).flatMap(([, scores]) => scores)
  const all = rows.flatMap(([, scores]) => scores)
  console.log(`${''.padEnd(22)}  right   named   wrong`)
  for (const [title, scores] of [...rows, ['100 new', isNew], ['all 300', all]] as const) printRow(title, scores)
  if (shown.model) await printModel(all.map(({ sentence }) => sentence))
  const listed = shown.all ? all : (rows[0]?.[1] ?? [])
  for (const verdict of ['wrong', 'named'] as const)
    if (shown[verdict]) for (const each of listed.filter((score) => score.verdict === verdict)) printSentence(each)
  return true
}

type Scored = Score & { proposal: Proposal }

function scored(sentences: readonly Sentence[]): Scored[] {
  return sentences.map((sentence) => {
    const proposal = planAlone(sentence.say)
    return { ...scoreSentence(sentence, answerOf(proposal, sliceFor(sentence.say)), catalogById), proposal }
  })
}

async function printModel(sentences: readonly Sentence[]): Promise<void> {
  // Each answer that cannot be read is logged.
  console.warn = () => {}
  for (const behavior of SCORED_BEHAVIORS)
    printRow(`model: ${behavior}`, await Promise.all(sentences.map((sentence) => scoreWithModel(sentence, behavior))))
}

function printSentence({ sentence, why, proposal }: Scored): void {
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
