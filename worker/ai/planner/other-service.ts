import type { StepMatch } from '../../services/catalog/steps/step-index.ts'
import { isOtherService } from '../../services/catalog/words/other-services.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import { isPossessive } from './split-clauses.ts'

/** Before the name of a service that only sent or wrote something: "an email from PayPal". */
const SENDERS = /^(?:from|by|about)$/i

/** "on Spotify": whether the words name a service that there is not. `places`: the words before an unknown name. */
export function namesOtherService(words: readonly Word[], { used }: StepMatch, places: RegExp): boolean {
  return words.some((word, at) => {
    const before = words[at - 1]?.text ?? ''
    if (isOtherService(word)) return !SENDERS.test(before)
    return word.isName && !used.has(at) && places.test(before)
  })
}

/** "when somebody follows me | on Instagram": the event does not end before its place. */
export function isAtOtherService(words: readonly Word[], at: number): boolean {
  const [place, ...others] = words.slice(at)
  if (!place || place.before !== '' || !/^(?:on|at|in)$/i.test(place.text)) return false
  const name = others.find((word) => !isPossessive(word))
  return name !== undefined && isOtherService(name)
}
