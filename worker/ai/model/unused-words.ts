import { isFiller } from '../../services/catalog/words/fillers.ts'
import { stem } from '../../services/catalog/words/stem.ts'

/** The words of a text in lower case that say something by themselves, in any language. */
export function contentWords(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(text.toLowerCase())].flatMap(({ segment, isWordLike = false }) =>
    isWordLike && !isFiller(stem(segment)) ? [segment] : [],
  )
}

/** Whether a sentence has these words just so, but for capitals. */
export function isQuoted(words: string, sentence: string): boolean {
  const [part, whole] = [words, sentence].map((text) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim())
  const at = part ? (whole?.indexOf(part) ?? -1) : -1
  const around = [whole?.[at - 1], whole?.[at + (part?.length ?? 0)]]
  // In the middle of a word, or of a number, it is something else; scripts without spaces have no such middle.
  const [first, last] = [part?.[0], part?.at(-1)]
  const joins = (inner: string | undefined, outer: string | undefined) =>
    /[a-zà-ž\d]/i.test(inner ?? '') && /[a-zà-ž\d]/i.test(outer ?? '')
  return at >= 0 && !joins(first, around[0]) && !joins(last, around[1])
}

/** The words of a sentence that nothing stands for yet. */
export class UnusedWords {
  private readonly sentence: string
  private readonly parts: readonly string[]
  private readonly left: string[]

  /** `parts`: of the sentence, in its own words. */
  constructor(sentence: string, parts: readonly string[]) {
    this.sentence = sentence
    this.parts = parts
    this.left = parts.flatMap(contentWords)
  }

  /** Whether all words of this part are unused; then they are used. */
  take(part: string): boolean {
    const words = contentWords(part)
    const isFree = words.length > 0 && isQuoted(part, this.sentence) && words.every((word) => this.count(word, words))
    if (isFree) for (const word of words) this.left.splice(this.left.indexOf(word), 1)
    return isFree
  }

  private count(word: string, words: readonly string[]): boolean {
    const of = (list: readonly string[]) => list.filter((each) => each === word).length
    return of(this.left) >= of(words)
  }

  /** The parts with a word that is still unused. */
  rest(): string[] {
    const left = [...this.left]
    return this.parts.filter((part) => contentWords(part).some((word) => left.includes(word)))
  }
}
