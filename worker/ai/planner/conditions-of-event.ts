import type { DraftCondition } from '../../contract/drafts/draft.ts'
import { ingredientName } from '../steps/ingredient-name.ts'
import type { Proposal } from '../steps/proposal.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import { isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { isPossessive, isPreposition } from './split-clauses.ts'

const NAMED = /^(?:called|named|titled)$/i
const BY = /^(?:from|by)$/i
const ABOUT = /^(?:about|regarding)$/i
const AUTHOR = /^(?:From|FromName|Author|AuthorName|Sender|Creator|OpenedBy|PublishedBy|Member)$/
const TITLE = /(?:Title|Subject|Content|Name)$/

/** What an event limits by the words after "called" and "from": a title, or who sent or wrote it. */
export function conditionsOfEvent(event: readonly Word[], step: KnownStep): DraftCondition[] {
  return event.flatMap((word, at) => {
    const rest = event.slice(at + 1)
    if (NAMED.test(word.text) && rest[0]?.kind === 'quoted') return conditionOn(step, TITLE, 'is', rest[0].text)
    if (ABOUT.test(word.text)) return conditionOn(step, TITLE, 'contains', topicIn(rest))
    if (word.kind === 'quoted' && at > 0) return conditionOn(step, titled(event[at - 1]), 'is', word.text)
    if (!BY.test(word.text) || hasField(step, rest[0])) return []
    const end = rest.findIndex((each) => !isNameOf(each))
    const name = rest.slice(0, end < 0 ? rest.length : end)
    return name.length === 0 ? [] : conditionOn(step, AUTHOR, 'contains', name.map(({ text }) => text).join(' '))
  })
}

/** Up to the next verb or place. */
function topicIn(words: readonly Word[]): string {
  const end = words.findIndex(
    (word, at) =>
      at > 0 && (word.before !== '' || isVerbForm(word.text) || isPreposition(word) || APPEARS.test(word.text)),
  )
  return words
    .slice(0, end < 0 ? words.length : end)
    .map(({ text }) => text)
    .join(' ')
}

const APPEARS = /^(?:is|are|was|comes?|appears?|arrives?|gets?|shows?)$/i

/** The ingredient whose name ends with this word. */
function titled(word: Word | undefined): RegExp {
  const text = word?.kind === 'word' ? word.text : ''
  return /^(?:subject|title|name|label|text)$/i.test(text) ? new RegExp(`${text}$`, 'i') : NONE
}

const NONE = /(?!)/

/** A handle is a field's already. */
function hasField({ fields }: KnownStep, word: Word | undefined): boolean {
  return word?.kind === 'handle' && fields.some(({ slug }) => slug === 'handle')
}

function isNameOf(word: Word): boolean {
  const isOwn = word.stems.some((each) => each.startsWith('#') && each.length > 1)
  return (
    word.kind === 'email' ||
    word.kind === 'handle' ||
    (word.isName && !isOwn && !isPossessive(word)) ||
    word.stems.includes('#')
  )
}

function conditionOn(
  step: KnownStep,
  pattern: RegExp,
  operator: DraftCondition['operator'],
  value: string,
): DraftCondition[] {
  const found = step.ingredients.find(({ slug }) => pattern.test(slug))
  return found && value !== '' ? [{ ingredient: ingredientName(step, found.slug), operator, value }] : []
}

/** Both hold. */
export function andConditions(
  first: readonly DraftCondition[],
  others: Proposal['conditions'],
): Proposal['conditions'] {
  return first.length === 0 ? others : { match: 'all', conditions: [...first, ...(others?.conditions ?? [])] }
}
