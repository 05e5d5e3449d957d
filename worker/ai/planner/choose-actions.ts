import { matchSteps, type Preference, type StepIndex, type StepMatch } from '../../services/catalog/steps/step-index.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import { messageStart } from './message-text.ts'
import { namesOtherService } from './other-service.ts'
import { beginsDeed } from './split-clauses.ts'

/** One of the things that an Applet is to do: its words, and the action for it; null where no service has one. */
export type ChosenDeed = { words: Word[]; match: StepMatch | null; message: Word[] }

const LEAST_SCORE = 5
/** Before the name of a service that does something. */
const DEED_PLACES = /^(?:on|via|using|with|to)$/i
/** The worth that a further deed must have. */
const COST = 4

/**
 * How many commas and joints one deed may have in it; so a long sentence takes no longer for each word than a short
 * one.
 */
const MOST_PARTS = 4

/** Parts the words into deeds and finds the action for each. Parting costs, so that "name and address" stays one. */
export function chooseActions(index: StepIndex, words: readonly Word[], preference: Preference): ChosenDeed[] {
  const message = messageStart(words)
  const places = words.flatMap((_, at) => (at > 0 && at !== message && beginsDeed(words, at) ? [at] : []))
  // The best deeds up to each place.
  const best = new Map<number, ChosenDeed[]>([[0, []]])
  for (const to of [...places, words.length]) {
    const ways = [...best].slice(-MOST_PARTS).flatMap(([from, before]) => {
      const deeds = deedsOf(index, words.slice(from, to), { preference, verb: lastVerb(before) })
      return deeds ? [[...before, ...deeds]] : []
    })
    const [first] = ways.toSorted((left, right) => worth(right) - worth(left))
    if (first) best.set(to, first)
  }
  return best.get(words.length) ?? []
}

function worth(deeds: readonly ChosenDeed[]): number {
  return deeds.reduce((sum, deed, at) => sum + worthOf(deed, deeds.slice(0, at)), 0)
}

/** The same thing is not done twice. */
function worthOf({ match, words }: ChosenDeed, before: readonly ChosenDeed[]): number {
  if (!match) return isTold(words) ? 0.5 : -COST
  return before.some((deed) => deed.match?.step === match.step) ? -COST : match.score - COST
}

/** "post it to Mastodon and Discord": the second one has no verb of its own. */
function lastVerb(deeds: readonly ChosenDeed[]): Word | null {
  return deeds.at(-1)?.words.find(isDeed) ?? null
}

/** Whether somebody is told to do something, even if no service can. */
function isTold(words: readonly Word[]): boolean {
  const first = words.find(({ text }) => !/^(?:and|then|also|plus|please)$/i.test(text))
  return first !== undefined && isDeed(first)
}

/** None for words that say nothing; null where these words cannot be one deed. */
function deedsOf(
  index: StepIndex,
  words: readonly Word[],
  { preference, verb }: { preference: Preference; verb: Word | null },
): ChosenDeed[] | null {
  const begin = messageStart(words)
  const [head, message] = [words.slice(0, begin), words.slice(begin)]
  if (words.some(({ before }, at) => at > 0 && (before === '.' || before === '->'))) return null
  if (head.every(({ stems }) => stems.every(isFiller))) return []
  const all = verb && !head.some(isDeed) ? [...head, verb] : head
  const [best] = matchSteps(index, all, { kind: 'action', preference }).filter(
    (each) =>
      each.isStrong && [...each.used].some((at) => at < head.length) && !namesOtherService(all, each, DEED_PLACES),
  )
  const match = best && best.score >= LEAST_SCORE ? best : null
  return [{ words: [...words], match, message }]
}
