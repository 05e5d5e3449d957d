import type { StepMatch } from '../../services/catalog/steps/step-index.ts'
import { isLight, turnsSense } from '../../services/catalog/words/fillers.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { DIRECTIONS, says, type Word } from '../../services/catalog/words/read-words.ts'
import { appears, isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { isThing, standsForName } from '../steps/name-places.ts'
import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { isParticle, isPossessive, isPreposition, startLength } from './split-clauses.ts'

/** Words of a trigger's name without which it is another event. */
const TELLING = new Set(
  'tomorrow wind complet mov updat mention hashtag follow favorit reaction soon fall ris sunset sunrise colder warmer'
    .split(' ')
    .map(stem),
)

/** Whether the words say all that tells this event from another one: what gets colder does not rise above a number. */
export function saysAll(event: readonly Word[], { step }: StepMatch): boolean {
  const said = new Set(event.flatMap(({ stems }) => stems))
  const ways = DIRECTIONS.filter((each) => said.has(each))
  const named = `${step.name} ${step.slug.replaceAll('_', ' ')}`.toLowerCase().split(' ').map(stem)
  return named.every((each) => !TELLING.has(each) || said.has(each) || (COMPARED.has(each) && ways.length > 0))
}

const COMPARED = new Set(['colder', 'warmer'].map(stem))

/** Verbs that say nothing without another word. */
export const SLIGHT = new Set('be come get go have stay turn'.split(' ').map(stem))

/** Whether the step tells of this: no other thing that is done, and not that nothing is. */
export function canHappen(event: readonly Word[], { used, step }: StepMatch): boolean {
  const isNew = /new|add|receiv|command|request/i.test(`${step.slug} ${step.name}`)
  return event.every((word, at) => {
    if (word.kind !== 'word') return true
    const isSaid = isPredicate(event, at, used)
    const own = stem(word.text.toLowerCase())
    const isOwn = says(event[at - 1], /^(?:i|we)$/i)
    // "whenever I log out" tells of what no service sees.
    const next = event[at + 1]
    if (isOwn && (isParticle(next) || isPreposition(next)) && at + 2 === event.length) return false
    if (used.has(at))
      return !isSaid || !/ed$/i.test(word.text) || word.stems.some((each) => isHappening(each, isNew, step))
    if (turnsSense(word.text)) return false
    if (isSaid && isParticle(word)) return false
    if (SLIGHT.has(own) || (isNew && appears(own)) || word.stems.some((each) => namesOf(step).includes(each)))
      return true
    return (word.isName || isThing(event, at) || !isVerbForm(word.text)) && (!isSaid || word.stems.every(isLight))
  })
}

/** "a linear project is finished": no issue is. */
export function isOfOtherThing(event: readonly Word[], { used }: StepMatch): boolean {
  return event.some((word, at) => {
    const before = event.slice(0, at).findLast((each) => !isPossessive(each))
    const isSaid = used.has(at) || word.isName || isServiceName(word) || standsForName(event, at)
    // "goes above" is one word.
    const [next = ''] = event[at + 1]?.text.split(' ') ?? []
    const isSubject = BEING.test(next) && !isPreposition(before)
    return isSubject && !isSaid && !word.stems.every(isLight)
  })
}

const BEING = /^(?:is|are|was|were|be|been|gets?|got|becomes?|goes|went)$/i

function namesOf({ name }: KnownStep): string[] {
  return name.toLowerCase().split(' ').map(stem)
}

/** "a meeting ends", "a pull request is merged": what the thing does, or what is done to it. */
function isPredicate(event: readonly Word[], at: number, used: ReadonlySet<number>): boolean {
  const [last, word] = [event[at - 1], event[at]]
  if (says(last, BEING)) return true
  return (
    startLength(event, 0) > 0 &&
    at === event.length - 1 &&
    used.has(at - 1) &&
    word?.isName === false &&
    /(?:ed|[^s]s)$/i.test(word.text)
  )
}

/** What is done to a thing has to be what the step tells of: "merged" is but half of "New merge request". */
function isHappening(done: string, isNew: boolean, step: KnownStep): boolean {
  const said = namesOf(step)
  const next = said[said.indexOf(done) + 1]
  return (isNew && appears(done)) || next === undefined
}
