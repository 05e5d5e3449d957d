import type { DraftCondition } from '../../contract/drafts/draft.ts'
import { isHolder, NAMED } from '../steps/name-places.ts'
import { AUTHOR, ingredientName, isOwnText } from '../steps/ingredient-name.ts'
import type { Proposal } from '../steps/proposal.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { isLight } from '../../services/catalog/words/fillers.ts'
import { nameAfter } from './name-beside.ts'
import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { isPossessive } from './split-clauses.ts'
import type { ConditionClause } from './take-conditions.ts'

const BY = /^(?:from|by)$/i
const TITLE = /(?:Title|Subject|Content|Name)$/

type Conditions = NonNullable<Proposal['conditions']>

/** What an event limits by the words after "called" and "from": a title, or who sent or wrote it. */
export function conditionsOfEvent(event: readonly Word[], step: KnownStep): Conditions[] {
  return event.flatMap((word, at) => {
    const rest = event.slice(at + 1)
    const moved = moveCondition(event, at, step)
    if (moved) return [{ match: 'all', conditions: moved }]
    if (BY.test(word.text) && !hasField(step, rest[0])) return byAuthors(step, authorsIn(word, rest), 'contains') ?? []
    if (NAMED.test(word.text) && rest[0]?.kind === 'quoted' && says(event[at - 1], PEOPLE))
      return byAuthors(step, [rest[0]], 'contains') ?? []
    if (word.kind === 'quoted' && !says(event[at - 1], /^(?:called|named|titled|to|into|from|in|that)$/i))
      return (
        textCondition(step, { name: nameOfText(event.slice(0, at)), after: event.slice(at + 1), text: word.text }) ?? []
      )
    // A place has no title, and a field may have the name already.
    const isElse = isHolder(event[at - 1] ?? word)
    const name = NAMED.test(word.text) && rest[0]?.kind === 'quoted' && !isElse ? rest[0].text : ''
    const conditions = conditionOn(step, TITLE, 'is', name)
    return conditions.length > 0 ? [{ match: 'all', conditions }] : []
  })
}

/** The word right before a text, or in "the subject of a mail is" what is said to be it. */
function nameOfText(before: readonly Word[]): Word | undefined {
  const last = before.at(-1)
  return says(last, /^(?:is|are|equals)$/i) ? (before.find(({ text }) => OF_TEXT.test(text)) ?? last) : last
}

const OF_TEXT = /^(?:subject|title|name|label|text)$/i

/** "with the subject "hi"" is it, "says "hi" in the subject" has it there; "somebody writes "hi"" anywhere. */
function textCondition(
  step: KnownStep,
  { name, after, text }: { name: Word | undefined; after: readonly Word[]; text: string },
): Conditions | null {
  const part = says(after[0], /^in$/i) ? after.slice(1).find((word) => !isPossessive(word)) : undefined
  const [operator, noun] = part ? (['contains', part.text] as const) : (['is', name?.text ?? ''] as const)
  if (name?.kind !== 'quoted' && OF_TEXT.test(noun))
    return { match: 'all', conditions: conditionOn(step, new RegExp(`${noun}$`, 'i'), operator, text) }
  const takesText = step.fields.some(({ type, options }) => type === 'text' && !options)
  return takesText ? null : conditionsInText(step, 'contains', [text])
}

/**
 * The thing has one of these texts, or none of them: in its title as much as in what it says. Null where it has no text,
 * and for several of which it has to have each, in any of its texts.
 */
export function conditionsInText(
  step: KnownStep,
  operator: DraftCondition['operator'],
  values: readonly string[],
  isAny = false,
): Conditions | null {
  const own = step.ingredients.filter(isOwnText)
  const isDenied = operator === 'contains_not'
  const conditions = values.flatMap((value) =>
    own.map(({ slug }) => ({ ingredient: ingredientName(step, slug), operator, value })),
  )
  if (own.length === 0 || (own.length > 1 && values.length > 1 && !isDenied && !isAny)) return null
  const isEach = isDenied || conditions.length === 1 || (own.length === 1 && !isAny)
  return { match: isEach ? 'all' : 'any', conditions }
}

/** "moved from the list Doing to Done": of what tells from where something goes, and to where. */
function moveCondition(event: readonly Word[], at: number, step: KnownStep): DraftCondition[] | null {
  const [noun] = step.ingredients.flatMap(({ slug }) => /^To(\p{Lu}\w+)$/u.exec(slug)?.[1] ?? [])
  const way = says(event[at], /^(?:to|into)$/i) ? 'To' : says(event[at], /^from$/i) ? 'From' : null
  if (noun === undefined || !way) return null
  const isNoun = (word: Word | undefined) => word?.text.toLowerCase() === noun.toLowerCase()
  const before = event.findIndex((word, index) => index > at && !isPossessive(word) && !isNoun(word)) - 1
  const name = event[before + 1]?.kind === 'quoted' ? event[before + 1]?.text : nameAfter(event, before)
  const value = name?.replace(new RegExp(` ${noun}$`, 'i'), '') ?? ''
  return OTHER.test(value) ? [] : conditionOn(step, new RegExp(`^${way}${noun}$`), 'is', value)
}

/** "to another list", "to my Work board". */
const OTHER = /^(?:an)?other\b|^(?:different|next|board|workspace)\b|\b(?:board|workspace)$/i

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

const BY_AUTHOR =
  /^(?:but )?(?:(?:it|that|this|they|those|these|ones)(?:['’]s)? (?:(?:is|are|was|were|comes?|came) )?)?(?:not )?(?:\w+ed |made |written |sent )?(?:by|from) |^who (?:is(?:n['’]t)?|are(?:n['’]t)?) (?:not )?/i

/** "it was opened by renovate", "it comes from Anna"; null for other words. */
export function authorCondition({ words, isNegative }: ConditionClause, step: KnownStep): Conditions | null {
  const text = words.map((word) => word.text).join(' ')
  const begun = BY_AUTHOR.exec(text)?.[0] ?? ''
  const names = words.slice(begun.split(' ').length - 1)
  if (
    begun === '' ||
    names.length === 0 ||
    names.some((word) => isPossessive(word) || isServiceName(word) || NOBODY.test(word.text))
  )
    return null
  const isNot = isNegative !== /\bnot\b|n['’]t\b/i.test(begun)
  return byAuthors(step, names, isNot ? 'contains_not' : 'contains')
}

const PEOPLE = /^(?:somebody|someone|anybody|anyone|users?|persons?|people)$/i
const NOBODY = /^(?:i|we|my|me|myself|us|you|him|her|them|somebody|someone|anyone|anybody|everyone)$/i

/** "Anna or Ben" is any of them; neither where it is negative. */
function byAuthors(step: KnownStep, names: readonly Word[], operator: 'contains' | 'contains_not'): Conditions | null {
  const texts = names
    .map(({ text }) => text)
    .join(' ')
    .split(/ (?:or|and) /i)
  const conditions = texts.flatMap((text) =>
    text.startsWith('@') ? handleCondition(step, operator, text.slice(1)) : conditionOn(step, AUTHOR, operator, text),
  )
  return conditions.length === 0
    ? null
    : { match: texts.length > 1 && operator === 'contains' ? 'any' : 'all', conditions }
}

/** A handle is compared with handles, not with names. */
function handleCondition(step: KnownStep, operator: DraftCondition['operator'], handle: string): DraftCondition[] {
  const own = step.ingredients.find(
    ({ slug, example = '' }) =>
      /^(?:Author|From)(?:Handle|Username)$/.test(slug) || (AUTHOR.test(slug) && /^@?[a-z]/.test(example)),
  )
  return own ? [{ ingredient: ingredientName(step, own.slug), operator, value: handle }] : []
}

/** "by renovate", "from Anna or Ben". */
function authorsIn({ text }: Word, rest: readonly Word[]): readonly Word[] {
  const isAuthor = (word: Word | undefined, at: number) =>
    word !== undefined &&
    !NOBODY.test(word.text) &&
    (isNameOf(word) ||
      (/^by$/i.test(text) &&
        at === 0 &&
        word.kind === 'word' &&
        !isPossessive(word) &&
        !word.stems.every(isLight) &&
        !isServiceName(word)))
  const end = rest.findIndex((word, at) =>
    /^(?:or|and)$/i.test(word.text) ? at === 0 || !isAuthor(rest[at + 1], at + 1) : !isAuthor(word, at),
  )
  return rest.slice(0, end < 0 ? rest.length : end)
}

function conditionOn(
  step: KnownStep,
  pattern: RegExp,
  operator: DraftCondition['operator'],
  value: string,
): DraftCondition[] {
  const found = step.ingredients.find((each) => pattern.test(each.slug) && (pattern !== TITLE || isOwnText(each)))
  return found && value !== '' ? [{ ingredient: ingredientName(step, found.slug), operator, value }] : []
}
