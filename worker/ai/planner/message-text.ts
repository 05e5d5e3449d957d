import type { Word } from '../../services/catalog/words/read-words.ts'

const TELLING = /^(?:remind|tell|warn|notify|email|mail|text|message|ask|let|alert|ping)/i
/** After "to" these begin a place or a person, and any other word begins what is to be said. */
const NO_DEED = /^(?:a|an|the|my|me|our|us|it|this|that|his|her|their|\d.*)$/i

/**
 * Where the text of a message begins: "remind me to drink water", "notify me that it is mom's birthday", "email me to
 * pay". The number of words if there is none.
 */
export function messageStart(words: readonly Word[]): number {
  const teller = words.findIndex(({ text }) => TELLING.test(text))
  if (teller < 0) return words.length
  const begin = words.findIndex(({ text, before }, at) => {
    const next = words[at + 1]
    if (at <= teller || at > teller + 6 || before === '.' || !next) return false
    if (/^that$/i.test(text)) return true
    return /^to$/i.test(text) && next.kind === 'word' && !NO_DEED.test(next.text) && !next.stems[0]?.startsWith('#')
  })
  return begin < 0 ? words.length : begin
}
