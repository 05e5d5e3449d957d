import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { nameStem } from '../../services/catalog/steps/step-index.ts'
import { isServiceName, OTHER_SERVICE } from '../../services/catalog/words/other-services.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { isHolder } from '../steps/name-places.ts'
import { isPossessive } from './split-clauses.ts'

/** Before the name of a service that only sent or wrote something: "an email from PayPal". */
const SENDERS = /^(?:from|by|about)$/i

/** "on Spotify": whether the words name another service than the step's. `places`: the words before an unknown name. */
export function namesOtherService(words: readonly Word[], { service }: KnownStep, places: RegExp): boolean {
  return words.some((word, at) => {
    const before = words[at - 1]?.text ?? ''
    const isOther = word.stems.some((each) => each.startsWith(OTHER_SERVICE) && each !== nameStem(service))
    // "in Orders sheet".
    const isHeld = [word, words[at + 1]].some((each) => each && isHolder(each))
    return isOther ? !SENDERS.test(before) : word.isName && !isHeld && places.test(before)
  })
}

/** "when somebody follows me | on Instagram": the event does not end before its place. */
export function isAtService(words: readonly Word[], at: number): boolean {
  const [place, ...others] = words.slice(at)
  if (!place || place.before !== '' || !/^(?:on|at|in|from)$/i.test(place.text)) return false
  const name = others.find((word) => !isPossessive(word))
  return name?.before === '' && isServiceName(name)
}

/** "in Oslo", "for New York": whether the name of a place follows here. */
export function isPlaceAt(words: readonly Word[], at: number): boolean {
  const [place, name] = words.slice(at)
  return says(place, /^(?:in|for)$/i) && name?.isName === true && !isServiceName(name)
}
