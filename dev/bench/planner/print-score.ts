import { planAlone } from './plan-alone.ts'
import { scoreSentence, type Scored } from './score-sentences.ts'
import { HELD_OUT_SENTENCES } from './sentences/held-out-sentences.ts'
import { KNOWN_SENTENCES } from './sentences/known-sentences.ts'
import type { Sentence } from './sentences/sentence.ts'

/** `node dev/bootstrap.mjs bench/planner/print-score`: how often the planner chooses the steps that a sentence means; `--wrong` shows where not. */
const scored = (sentences: readonly Sentence[]) =>
  sentences.map((sentence) => scoreSentence(sentence, planAlone(sentence.say)))

function print(title: string, results: readonly Scored[]) {
  const part = (which: 'steps' | 'rest') => {
    const right = results.filter((each) => each[which]).length
    return `${right} of ${results.length} (${((100 * right) / results.length).toFixed(1)}%)`
  }
  console.log(`${title}: the right steps ${part('steps')}; conditions and what nobody can do ${part('rest')}`)
}

const [known, heldOut] = [scored(KNOWN_SENTENCES), scored(HELD_OUT_SENTENCES)]
print('All 200 sentences', [...known, ...heldOut])
print('150 that its words were written from', known)
print('50 kept out of that', heldOut)
if (process.argv.includes('--wrong'))
  for (const { sentence, proposal } of known.filter(({ steps, rest }) => !steps || !rest)) {
    const ids = (steps: readonly { id: string }[]) => steps.map(({ id }) => id).join(', ') || '-'
    console.log(
      `\n${sentence.say}\n  meant  ${sentence.trigger ?? '-'} | ${(sentence.queries ?? []).join(', ')} | ${sentence.actions.join(', ')} | ${(sentence.nobody ?? []).join(', ')}`,
    )
    console.log(
      `  chosen ${proposal.trigger?.id ?? '-'} | ${ids(proposal.queries)} | ${ids(proposal.actions)} | ${proposal.unmet.join('; ')}`,
    )
  }
