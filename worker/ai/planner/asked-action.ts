import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { callsAddress, nameStem } from '../../services/catalog/steps/step-index.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { changesThing } from '../../services/catalog/words/verb-classes.ts'
import { HOME, isBoth, isHolder } from '../steps/name-places.ts'
import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { isPossessive } from './split-clauses.ts'
import { thingsOf, verbOf } from './means-action.ts'

const CALLING = /^(?:call|ping|hit|request|fetch|trigger)$/

/** "complete all my tasks": no action does something to more than one thing; "tell it to everybody" is one message. */
export function isOfMany(words: readonly Word[]): boolean {
  return words.some(
    ({ text, kind }, at) =>
      kind === 'word' &&
      /^(?:all|everything|every|each|both)$/i.test(text) &&
      !isBoth(words, at) &&
      !(/^all$/i.test(text) && words.slice(at + 1).some(({ stems }) => stems.includes(HOME))) &&
      !says(words[at - 1], /^(?:to|from|of|with|by|for|about|at|in|into)$/i),
  )
}

export function needsAccount({ service }: KnownStep): boolean {
  return service.connect.kind !== 'none'
}

/** "on Slack", "a Slack message", but not "Mastodon mentions" or "the unread Slack messages", which are what is asked for. */
export function namesService(words: readonly Word[], { service }: KnownStep): boolean {
  return words.some(({ stems }, at) => {
    const next = words[at + 1]
    const isOfThings = next?.before === '' && next.kind === 'word' && !next.isName && /[a-z]{3}[^s]s$/i.test(next.text)
    return stems.includes(nameStem(service)) && !isOfThings
  })
}

/**
 * Whether the words ask for this action and no other: by the name of its service, or where it needs an account by the thing
 * itself. `near`: the service of what starts the Applet.
 */
export function isMeant(words: readonly Word[], step: KnownStep, near: KnownStep['service'] | null): boolean {
  const said = verbOf(words)
  if (callsAddress(step)) return CALLING.test(said ?? '')
  const things = thingsOf(step)
  const isOwnVerb = said !== null && [...things, ...step.name.toLowerCase().split(' ').map(stem)].includes(stem(said))
  const isChange = isOwnVerb && !/^add/i.test(said)
  const isNamed = namesService(words, step)
  // "add it to Trello" comments on nothing.
  if ((isNamed || step.service === near) && changesThing(step.name))
    return isChange || words.some(({ stems }) => stems.some((each) => things.includes(each)))
  // "into my page": where it goes is nothing to make.
  if (isNamed)
    return (
      !/^(?:add|create)\b/i.test(step.name) ||
      !words.some((word, at) => isInto(words, at) && things.includes(stem(word.text.toLowerCase())))
    )
  if (!needsAccount(step))
    return (
      things.length === 0 ||
      words.some(({ stems, text }) => !/s$/i.test(text) && stems.some((each) => things.includes(each)))
    )
  const verb = words.findIndex(({ text }) => text.toLowerCase() === said)
  return words.some(
    (word, at) =>
      at !== verb &&
      ((isOfOneService(word) && word.stems.some((each) => things.includes(each))) ||
        (word.stems.includes(HOME) && /^(?:turn|call)\b/i.test(step.name))),
  )
}

/** "into my Notion page". */
function isInto(words: readonly Word[], at: number): boolean {
  const lead = words.slice(0, at).findLast((word) => !isPossessive(word) && !isServiceName(word))
  return says(lead, /^(?:into|to|in)$/i)
}

/** "a row", "my Orders sheet", but not "my Changelog page", which may be anywhere, nor "my log". */
function isOfOneService(word: Word): boolean {
  return /sheet|row/i.test(word.text) || (!isHolder(word) && !word.stems.includes('add'))
}
