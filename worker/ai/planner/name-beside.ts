import type { FieldDefinition } from '../../services/format/service-definition.ts'
import { isDeed, isLight } from '../../services/catalog/words/fillers.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { textOf, type Word } from '../../services/catalog/words/read-words.ts'
import { serviceIn, stateOf } from './home-words.ts'
import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { isPossessive, isPreposition } from './split-clauses.ts'

/** The words that lead to a field for a name, where its label is none of them. */
const LEADS: Readonly<Record<string, RegExp>> = {
  sheet: /^(?:tab|worksheet)$/i,
  label: /^(?:label|tag)$/i,
  labels: /^(?:label|labels|labell?ed|tagged)$/i,
  username: /^as$/i,
}
/** What has the name, by the step. */
const NAMED: readonly (readonly [step: RegExp, noun: RegExp])[] = [
  [/count/, /^counter$/i],
  [/item|list/, /^list$/i],
  [/value/, /^value$/i],
]
/** Fields whose value is a name of this form, wherever it stands. */
const FORMS: Readonly<Record<string, (word: Word) => boolean>> = {
  repository: ({ kind }) => kind === 'path',
  room: ({ kind, text }) => kind === 'hashtag' && text.includes(':'),
  command: ({ kind }) => kind === 'command',
  handle: ({ kind }) => kind === 'handle',
  hashtag: ({ kind }) => kind === 'hashtag',
  to: ({ kind }) => kind === 'email',
}
/** Fields for a name that stands beside the noun for it. */
const NAMES = /^(?:name|sheet|labels?|username|event|branch|topic|tags|due)$/

/** The value of a field for a name: of its own form, or beside a word that leads to the field. Null for none. */
export function nameFor(known: KnownStep, field: FieldDefinition, words: readonly Word[]): string | null {
  const { slug, label } = field
  if (slug === 'service') return serviceIn(words)
  if (slug === 'to' && known.kind === 'trigger') return stateOf(words)?.state ?? null
  const isOfForm = FORMS[slug]
  if (isOfForm) {
    const text = words.find(isOfForm)?.text
    return text === undefined ? null : /^(?:command|handle|hashtag)$/.test(slug) ? text.slice(1) : text
  }
  if (!NAMES.test(slug)) return null
  const lead = slug === 'name' ? NAMED.find(([step]) => step.test(known.slug))?.[1] : LEADS[slug]
  const leads = ({ text }: Word) => lead?.test(text) ?? text.toLowerCase() === label.toLowerCase()
  for (const [at, word] of words.entries()) {
    if (word.kind !== 'word' || !leads(word)) continue
    // "label it bug", "label new issues with bug".
    const target = words.findIndex(({ text }, index) => index > at && /^(?:it|them|with|as)$/i.test(text))
    const name =
      nameAfter(words, at) ??
      (target > 0 ? nameAfter(words, target) : null) ??
      (slug === 'username' ? null : nameBefore(words, at))
    if (name !== null) return name
  }
  // What is one token is a name wherever it stands.
  return OWN_NAMES.test(slug) ? (words.find(({ kind }) => kind === 'id')?.text ?? null) : null
}

const OWN_NAMES = /^(?:name|event|topic|branch)$/

/** "the topic weekly plans", "the counter coffees": up to what is no longer the name. */
export function nameAfter(words: readonly Word[], at: number): string | null {
  const rest = words.slice(at + 1)
  const end = rest.findIndex((word, index) => endsName(rest, index) || word.before !== '')
  const name = rest.slice(0, end < 0 ? rest.length : end)
  return name.length === 0 || name.length > MOST_WORDS ? null : textOf(name)
}

const MOST_WORDS = 3

function endsName(words: readonly Word[], at: number): boolean {
  const word = words[at]
  if (!word || !/^(?:word|handle|id)$/.test(word.kind)) return true
  if (word.isName) return isServiceName(word)
  const next = words[at + 1]
  const isTold = isDeed(word) && next?.before === '' && !isPreposition(next)
  // "needs-review" is one name.
  if (word.joint === '-' || next?.joint === '-') return false
  return isPreposition(word) || isServiceName(word) || word.stems.every(isLight) || isTold
}

/** "my shopping list", "the main branch". */
function nameBefore(words: readonly Word[], at: number): string | null {
  const begin = words.slice(0, at).findLastIndex((word) => isPossessive(word) && !/^an?$/i.test(word.text))
  const name = words.slice(begin + 1, at)
  const isName =
    begin >= 0 &&
    name.length > 0 &&
    name.length < MOST_WORDS &&
    name.every((word) => word.before === '' && !isServiceName(word))
  return isName ? textOf(name) : null
}
