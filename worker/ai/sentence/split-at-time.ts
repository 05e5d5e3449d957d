import { WHEN } from '../../services/catalog/words/fillers.ts'
import { isVerb } from '../../services/catalog/words/verb-classes.ts'

const TIME =
  /\b(?:at|by|around) (?:\d|noon|midnight|midday|sunset|sunrise|dusk|dawn)|\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s*[ap]\.?m\b|\bin the (?:morning|afternoon|evening|night)\b|\b(?:every|each|on) (?:\w+day|morning|afternoon|evening|night)\b/i
const STARTS = new RegExp(String.raw`\b(?:${WHEN}|if)\b`, 'i')
const JOINT = /(?:[,;.]\s+(?:and\s+)?(?:then\s+)?|\s+(?:and|then|but)\s+(?:then\s+)?)/g
const BEGUN = /^(?:(?:at|by|around|in|on|every|each) (?:the )?[\w:.]+(?:\s*[ap]m)?[,\s]+)*(?:to )?([a-z]+)/i

/**
 * Parts a sentence before a deed with a time of its own: an Applet starts at one time, so "turn it off at 8" after "turn it
 * on at 6" is another Applet. Null where all deeds have one time.
 */
export function splitAtTime(text: string): { before: string; rest: string } | null {
  for (const joint of text.matchAll(JOINT)) {
    const [before, rest] = [text.slice(0, joint.index), text.slice(joint.index + joint[0].length)]
    const [, verb = ''] = BEGUN.exec(rest) ?? []
    const isTimed = TIME.test(before) || STARTS.test(before)
    const isDeed = isVerb(verb) || /^(?:(?:on|off) (?:again )?at\b|")/i.test(rest)
    if (isDeed && TIME.test(rest) && !STARTS.test(rest) && isTimed && hasDeed(before)) return { before, rest }
  }
  return null
}

function hasDeed(text: string): boolean {
  return (text.match(/[a-z]+/gi) ?? []).some(
    (word, at, words) => isVerb(word) && !/^(?:a|an|the|my|i|new)$/i.test(words[at - 1] ?? ''),
  )
}
