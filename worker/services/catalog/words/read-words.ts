import type { Meaning } from './word-meanings.ts'
import { WHEN } from './fillers.ts'
import { stem } from './stem.ts'
import { isVerb } from './verb-classes.ts'

/** A word of a sentence, or a phrase that means one thing. */
export type Word = {
  /** As it was typed. */
  text: string
  /** A word's own stem and those of what it means; of a phrase only these. */
  stems: readonly string[]
  kind: 'word' | 'quoted' | 'number' | keyof typeof EXACT_STEMS
  /** Begins with a capital letter where a sentence does not ask for one. */
  isName: boolean
  /** The mark that separates it from the word before. */
  before: '' | ',' | '.' | '->'
  /** What stands between it and the word before: nothing or a hyphen in a name such as acme/web-site, else a blank. */
  joint: '' | '-' | ' '
}

/** Whether there is a word that reads so. */
export function says(word: Word | undefined, pattern: RegExp): boolean {
  return word !== undefined && pattern.test(word.text)
}

/** As it was typed, but for marks between words. */
export function textOf(words: readonly Word[]): string {
  return words
    .map(({ text, kind, joint }, at) => `${at > 0 ? joint : ''}${kind === 'quoted' ? `"${text}"` : text}`)
    .join('')
}

/** What is one token as it was typed, and what each kind of it means. `id`: build_failed, switch.rack_fan, dependabot[bot]. */
const EXACT_STEMS = {
  email: ['handle'],
  path: [],
  address: ['site', 'address', 'website', 'url'],
  id: [],
  command: ['command'],
  handle: ['handle', 'somebody'],
  hashtag: ['hashtag'],
}
/** As a pattern with a group for each kind. */
export const EXACT = String.raw`(?<email>[\p{L}\d._+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)|(?<path>(?<![\p{L}\d./-])(?!(?:and|or|on|off|yes|no|he|she|his|her|w)\/)\p{L}[\p{L}\d-]*\/[\p{L}\d_.-]*[\p{L}\d](?![\p{L}\d/]))|(?<id>(?:light|switch|sensor|cover|fan|lock|climate|scene)\.[\p{L}\d_-]+(?![\p{L}\d./-])|\p{L}[\p{L}\d.-]*_[\p{L}\d._-]*[\p{L}\d]|\p{L}[\p{L}\d-]*\[[\p{L}\d-]+\])|(?<address>https?:\/\/[^\s"“”<>]*[^\s"“”<>.,;:!?)\]'’]|\p{L}[\p{L}\d-]*(?:\.[\p{L}\d-]+)*\.[\p{L}\d-]{2,}(?:\/\S*[^\s.,;:!?)\]'’])?)|(?<command>(?<![\p{L}\d*/])\/[\p{L}\d_]+)|(?<handle>@[\p{L}\d_-]+(?:\.[\p{L}\d_-]+)*)|(?<hashtag>#[\p{L}\d_-]+(?::[\p{L}\d.-]*[\p{L}\d])?)`

const PARTS = new RegExp(
  String.raw`["“”„](?<quoted>[^"“”]+)["“”]|(?<kept>[\uE000-\uE0FF])|(?<arrow>->|=>|→|⇒|=)|(?<mark>[,;:.?!()]+(?=\s|$)|(?<=\s)[+&](?=\s))|${EXACT}|(?<number>(?:\bminus |(?<![\p{L}\d])-)\d+(?:[.:]\d+)?|\d+(?:[.:]\d+)?)|(?<plain>\p{L}[\p{L}\p{M}\d]*)(?:['’]\p{L}+)?`,
  'gu',
)

/** The vocabulary of a search over the catalog. */
export type Vocabulary = {
  meanings: readonly Meaning[]
  /** A service's name in lower case, of up to three words, and the stem that stands for it. */
  names: ReadonlyMap<string, string>
  /** Stems of what triggers and queries tell of. */
  things: ReadonlySet<string>
  /** The stem that this one was meant to be, where it is a typing mistake; null where it is none. */
  correct(word: string): string | null
}

/** The words of a sentence in order, phrases and services' names joined. `restore`: writes what a mark stands for. */
export function readWords(sentence: string, vocabulary: Vocabulary, restore = (text: string) => text): Word[] {
  return joinPhrases(
    joinComparisons(joinNames(singleWords(sentence, vocabulary, restore), vocabulary.names)),
    vocabulary.meanings,
  )
}

const isStart = (word: string) => new RegExp(`^(?:${WHEN}|every)$`).test(word)

function singleWords(sentence: string, vocabulary: Vocabulary, restore: (text: string) => string): Word[] {
  const { correct, names } = vocabulary
  const words: Word[] = []
  let before: Word['before'] = ''
  let end = -1
  for (const found of sentence.matchAll(PARTS)) {
    const [text] = found
    const { quoted, kept, arrow, mark, number, plain, ...exact } = found.groups ?? {}
    const gap = end < 0 ? ' ' : sentence.slice(end, found.index)
    end = found.index + text.length
    if (arrow !== undefined) before = '->'
    else if (mark !== undefined) before = before === '->' ? before : /[.?!;:]/.test(mark) ? '.' : ','
    else {
      const joint: Word['joint'] = gap === '' || gap === '-' ? gap : ' '
      const other = { before, isName: false, text, joint, stems: [] }
      if (quoted !== undefined) words.push({ ...other, text: restore(quoted), kind: 'quoted' })
      else if (kept !== undefined)
        words.push(...singleWords(restore(kept), vocabulary, restore).map((word) => ({ ...word, before, joint })))
      else if (number !== undefined) words.push({ ...other, text: number.replace(/^minus /i, '-'), kind: 'number' })
      else if (plain !== undefined) {
        const lower = plain.toLowerCase()
        const isName = words.length > 0 && before !== '.' && plain !== lower
        const meant = isName ? lower : (correct(lower) ?? lower)
        // What tells a service, a verb or a start is read as it should be; other words may be somebody's own.
        const isTelling = meant !== lower && (names.has(meant) || isVerb(meant) || isStart(meant))
        words.push({
          ...other,
          ...(isTelling && { text: meant }),
          kind: 'word',
          isName,
          stems: [/['’]d$/i.test(text) ? 'would' : stem(meant)],
        })
      } else words.push({ ...other, ...exactWord(text, exact) })
      before = ''
    }
  }
  return words
}

/** What the address of a feed says. */
const FEED = /\b(?:feeds?|rss|atom)\b|\.xml\b/i

/** An entity of a home begins with its kind, as sensor.rack_temp does; the address of a room means no hashtag. */
function exactWord(text: string, found: Record<string, string | undefined>): Pick<Word, 'kind' | 'stems'> {
  const kind = KINDS.find((each) => found[each] !== undefined) ?? 'id'
  const [, entity] = kind === 'id' ? (/(\p{L}+)\.[\p{L}\d_-]+$/u.exec(text) ?? []) : []
  const stems =
    entity !== undefined
      ? [entity, 'home']
      : kind === 'address' && FEED.test(text)
        ? ['feed', 'address']
        : kind === 'hashtag' && text.includes(':')
          ? []
          : EXACT_STEMS[kind]
  return { kind, stems: stems.map(stem) }
}

const KINDS = Object.keys(EXACT_STEMS) as (keyof typeof EXACT_STEMS)[]

/** A service's name is one word that nothing else means. */
function joinNames(words: readonly Word[], names: ReadonlyMap<string, string>): Word[] {
  return joinWords(words, (from) => {
    for (const length of [3, 2, 1]) {
      const span = words.slice(from, from + length)
      const name = names.get(span.map(({ text }) => text.toLowerCase()).join(' '))
      if (span.length === length && name !== undefined) return { length, stems: [name] }
    }
    return null
  })
}

const COMPARING =
  /^(?:(?:drop|fall|sink|dip|rise|climb)s?|goes|down|up|than|below|under|less|lower|fewer|colder|cooler|weaker|above|over|more|higher|greater|warmer|hotter|stronger|exceeds?)$/i
const FALLING = /\b(?:below|under|less|lower|fewer|colder|cooler|weaker)\b/i
const RISING = /\b(?:above|over|more|higher|greater|warmer|hotter|stronger|exceeds?)\b/i
/** Which way a comparison goes, as stems. */
export const DIRECTIONS = ['below', 'above'].map(stem)

/** "drops under 5" and "is more than 5" say that something falls below or rises above a number. */
function joinComparisons(words: readonly Word[]): Word[] {
  return joinWords(words, (from) => {
    const end = words.findIndex(({ text }, at) => at >= from && !COMPARING.test(text))
    const said = words.slice(from, Math.max(from, end))
    const text = textOf(said)
    const isFalling = FALLING.test(text)
    if (words[end]?.kind !== 'number' || isFalling === RISING.test(text)) return null
    const heat = /cold|cool/i.test(text) ? ['colder'] : /warm|hot/i.test(text) ? ['warmer'] : []
    return { length: said.length, stems: [...(isFalling ? 'fall below' : 'rise above').split(' ').map(stem), ...heat] }
  })
}

/** "push the button", "push my button". */
const OWN = /^(?:an?|my|our)$/i

function joinPhrases(words: readonly Word[], meanings: readonly Meaning[]): Word[] {
  return joinWords(words, (from) => {
    const found = meanings.find(({ said }) =>
      said.every((each, index) => {
        const word = words[from + index]
        return (
          (word?.stems[0] === each || (each === 'the' && said.length > 2 && says(word, OWN))) &&
          (index === 0 || word?.before === '')
        )
      }),
    )
    if (!found) return null
    // A phrase means something else than its words.
    const own = found.said.length > 1 ? [] : (words[from]?.stems ?? [])
    return { length: found.said.length, stems: [...new Set([...own, ...found.means])] }
  })
}

export function joinWords(
  words: readonly Word[],
  find: (from: number) => { length: number; stems: readonly string[] } | null,
): Word[] {
  const joined: Word[] = []
  for (let at = 0; at < words.length;) {
    const [first, found] = [words[at], find(at)]
    if (!first) break
    const length = found?.length ?? 1
    const text = textOf(words.slice(at, at + length))
    const isName = first.isName && length === 1 && !found?.stems.some((each) => each.startsWith('#'))
    joined.push({ ...first, ...(found && { stems: found.stems, isName }), text: length > 1 ? text : first.text })
    at += length
  }
  return joined
}
