import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { callsAddress, matchSteps, type Preference, type StepIndex } from '../../services/catalog/steps/step-index.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import type { ChosenDeed } from './choose-actions.ts'
import { verbOf } from './means-action.ts'

const LEAST_SCORE = 7
const LOOKS = new Set(['look', 'check', 'get', 'fetch', 'read', 'find', 'include'].map(stem))

/** `deeds`: those that only look something up. */
type Chosen = { queries: KnownStep[]; deeds: ReadonlySet<ChosenDeed> }

/** Chooses lookups that are asked for in so many words, such as "summarize it", by words that no action explains. */
export function chooseQueries(
  { index, whole }: Record<'index' | 'whole', StepIndex>,
  deeds: readonly ChosenDeed[],
  preference: Preference,
): Chosen {
  const queries: KnownStep[] = []
  const alone = new Set<ChosenDeed>()
  for (const [at, deed] of deeds.entries()) {
    const read = at < deeds.length - 1 ? readOf(whole, deed) : null
    if (read) {
      queries.push(read)
      alone.add(deed)
      continue
    }
    const left = deed.words.filter((word) => !isExplained(word, deed))
    const looks = left.map(({ stems }) => stems.some((each) => LOOKS.has(each)))
    if (!looks.includes(true)) continue
    // "find" alone finds no posts.
    const [best] = matchSteps(index, left, { kind: 'query', preference }).filter(
      ({ isStrong, used }) => isStrong && [...used].some((word) => !looks[word]),
    )
    if (!best || best.score < LEAST_SCORE) continue
    if (!queries.includes(best.step)) queries.push(best.step)
    if (!deed.match) alone.add(deed)
  }
  return { queries, deeds: alone }
}

/** "fetch https://…", where something else is done with what it answers. */
function readOf(whole: StepIndex, { words, match }: ChosenDeed): KnownStep | null {
  if (!match || !callsAddress(match.step) || !READS.test(verbOf(words) ?? '')) return null
  const found = whole.steps.find(({ step }) => step.kind === 'query' && step.service === match.step.service)
  return found?.step ?? null
}

const READS = /^(?:get|fetch|read|load|download|query)$/

/** By its name, not only by its description. */
function isExplained(word: Word, { match }: ChosenDeed): boolean {
  if (!match) return false
  const name = `${match.step.name} ${match.step.service.name}`.toLowerCase()
  return name.includes(word.text.toLowerCase())
}
