import type { FieldOption } from '../../../worker/contract/connections/service.ts'

/** Words that say what a thing is, and not which. */
const KINDS = new Set(
  `a an at in of the my our your base board calendar category channel chat column database group list page project repo
  repository room sheet spreadsheet stream table team`.split(/\s+/),
)

/**
 * The one option that somebody means who says this: with the same words, but for capitals, "#" and words such as "the" and
 * "list"; else the only one that has all of these words. Null where none or several could be meant.
 */
export function matchSaid(said: string, options: readonly FieldOption[]): FieldOption | null {
  const wanted = ownWords(said)
  if (wanted.length === 0) return null
  const ways: ((option: FieldOption) => boolean)[] = [
    ({ label, value }) => [label, value].some((text) => plain(text) === plain(said)),
    ({ label, value }) => [label, value].some((text) => ownWords(text).join(' ') === wanted.join(' ')),
    ({ label }) => hasAll(ownWords(label), wanted),
  ]
  for (const isMeant of ways) {
    const found = options.filter(isMeant)
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null
  }
  return null
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^[#@]+/, '')
}

/** Its words in the singular, without those that say what it is; all of them where it has no others. */
function ownWords(text: string): string[] {
  const words = plain(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const own = words.filter((word) => !KINDS.has(word))
  return (own.length > 0 ? own : words).map((word) => word.replace(/(?<=\p{L}{3}[^s])s$/u, ''))
}

function hasAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((each) => words.includes(each))
}
