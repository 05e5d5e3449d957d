import type { StepKind } from '../../../contract/connections/service.ts'
import { serviceDefinitions } from '../../service-registry.ts'
import { isFiller } from '../words/fillers.ts'
import { readSchedule } from '../words/read-schedule.ts'
import { readWords } from '../words/read-words.ts'
import { knownSteps } from './known-step.ts'
import { preferenceOf, indexSteps, matchSteps, type StepIndex, type StepMatch } from './step-index.ts'

/** Our own services change with a deployment alone. */
let kept: StepIndex | null = null

/**
 * The ids of our own services' steps of a kind that a search means by other words than their names: keywords, what else people
 * say, times of the clock, typing mistakes. Best first: those that all of its words mean, else those that some do.
 */
export function meantSteps(kind: StepKind, q: string): string[] {
  kept ??= indexSteps(knownSteps(serviceDefinitions()))
  const words = readWords(q, kept.vocabulary)
  const told = words.flatMap(({ stems }, at) => (stems.some((each) => !isFiller(each)) ? [at] : []))
  const strong = matchSteps(kept, words, { kind, preference: preferenceOf(new Set()) }).filter(
    ({ isStrong }) => isStrong,
  )
  const whole = strong.filter(({ used }) => told.every((at) => used.has(at)))
  const byClock = kind === 'trigger' ? clockStep(q) : []
  const found = whole.length + byClock.length > 0 ? whole : strong
  const ranked = kind === 'trigger' && BY_OTHERS.test(q) ? othersFirst(found) : found
  return [...new Set([...byClock, ...ranked.map(({ step }) => step.id)])]
}

/** "Somebody stars", "my repository gets a star", "stars my repository": not what the user does. */
const BY_OTHERS = /^(?!.*\b(?:i|we|you)\b).*\b(?:(?:some|any)(?:one|body)|people|gets?|[a-z]+s (?:my|our))\b/i

function othersFirst(matches: readonly StepMatch[]): StepMatch[] {
  const isOwn = ({ step }: StepMatch) => step.name.startsWith('You ')
  return matches.toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
}

/** The trigger of a text that is a time alone: “every morning”, “monday”. */
function clockStep(q: string): string[] {
  const rhythm = readSchedule(q) ?? readSchedule(`every ${q}`)
  return rhythm && !/[\p{L}\p{N}]/u.test(rhythm.rest) ? [`schedule/triggers/${rhythm.slug}`] : []
}
