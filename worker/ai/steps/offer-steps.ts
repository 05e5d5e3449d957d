import { asksNoApplet } from '../sentence/asks-no-applet.ts'
import { DIRECTIONS, readWords, type Word } from '../../services/catalog/words/read-words.ts'
import { matchSteps, preferenceOf } from '../../services/catalog/steps/step-index.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { Proposal } from './proposal.ts'
import type { Slice } from './slice.ts'

const MOST_OFFERED = 5

/** Ids of the steps of which one may be meant, the likeliest first. */
type OfferedSteps = { kind: 'trigger' | 'action'; ids: string[] }

/**
 * Steps to choose from where a proposal has no trigger or no action, by the words that it does not use. None for a
 * proposal with both, and where no word of the sentence means a step.
 */
export function offerSteps({ trigger, actions, unmet }: Proposal, { index, steps, connected }: Slice): OfferedSteps[] {
  if (asksNoApplet(unmet.join(' '))) return []
  const preference = preferenceOf(connected)
  const words = readWords(unmet.join(' . '), index.vocabulary)
  const missing = [...(trigger ? [] : ['trigger' as const]), ...(actions.length > 0 ? [] : ['action' as const])]
  return missing.flatMap((kind) => {
    const matched = matchSteps(index, words, { kind, preference })
      .filter(({ used, isStrong, step }) => isStrong && [...used].some((at) => words[at] && saysThing(words[at], step)))
      .map(({ step }) => step)
    const isSure = trigger !== null || actions.length > 0
    const others = isSure ? steps.filter((step) => step.kind === kind) : []
    const ids = (matched.length > 0 ? matched : others).slice(0, MOST_OFFERED).map(({ id }) => id)
    return ids.length > 0 ? [{ kind, ids }] : []
  })
}

/** A verb alone means no step; "get home" does. */
function saysThing(word: Word, { service }: KnownStep): boolean {
  // Of what falls or rises there is more than weather.
  if (service.id === 'weather' && word.stems.some((each) => DIRECTIONS.includes(each))) return false
  const isPhrase = word.text.includes(' ') && word.stems.length > 1
  return (isPhrase || !isDeed(word)) && !word.stems.every(isFiller)
}
