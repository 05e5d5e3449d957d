import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import { joinWords, textOf, type Vocabulary, type Word } from '../../services/catalog/words/read-words.ts'
import { isAtHome, THING } from '../steps/name-places.ts'
import { isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { isParticle, isPossessive, startLength } from './split-clauses.ts'

const SWITCHED = /^(turn|switch)( on| off)?( all)? (the|my|our)( (?!and|then|when|if|at)[\p{L}-]+)*$/iu
const ON_OR_OFF = / (?:on|off)\b/i

/** "turn on the projector": only what is at home is turned on or off, whatever it is; and what opens it there is a service. */
export function markThings(words: readonly Word[], { things }: Vocabulary): Word[] {
  return words.map((word, at) => {
    if (isPossessive(words[at + 1]) && isDeed(word) && serviceIn(words.slice(at, at + 5)) !== null)
      return { ...word, stems: [...word.stems, 'call', 'servic'] }
    const verb = words.findLastIndex(({ text }, index) => index < at && /^(?:turn|switch)$/i.test(text))
    const [next] = words.slice(at + 1)
    const isEnd = !next || next.before !== '' || next.stems.every(isFiller) || isDeed(next) || isParticle(next)
    const isSwitched =
      isEnd &&
      word.kind === 'word' &&
      !words.slice(verb + 1, at + 1).some(({ before }) => before !== '') &&
      SWITCHED.test(textOf(words.slice(Math.max(0, verb), at))) &&
      ON_OR_OFF.test(textOf(words.slice(verb, at + 2)))
    const isKnown =
      isVerbForm(word.text) ||
      isParticle(word) ||
      isServiceName(word) ||
      word.stems.some((each) => isFiller(each) || things.has(each))
    return isSwitched && !isKnown ? { ...word, stems: [...word.stems, ...THING] } : word
  })
}

/** What is opened, and has no state of on or off. */
const COVERS = /blind|curtain|shutter|awning/i
const BECOMES =
  /^(?:(?:is|are|was|gets?) )?(?:(open)(?:s|ed)|(close)[sd]|(detected)|((?:un)?lock)(?:s|ed)|(?:turn(?:s|ed)|switch(?:es|ed)|becomes|goes(?= idle)) (?:to )?(on|off|open|idle)|changes to ([a-z_]+))$/i

/** "the back door opens" tells the state that begins. */
export function joinStates(words: readonly Word[]): Word[] {
  return joinWords(words, (from) => {
    const start = words.findLastIndex((_, at) => at < from && startLength(words, at) > 0)
    const subject = words.slice(start + 1, from)
    if (start < 0 || !subject.some(isAtHome)) return null
    for (const length of [3, 2, 1]) {
      const [, opened, closed, detected, locked, turned, changed] =
        BECOMES.exec(textOf(words.slice(from, from + length))) ?? []
      const [on, off] = COVERS.test(textOf(subject)) ? ['open', 'closed'] : ['on', 'off']
      const known = (opened && on) ?? (closed && off) ?? (detected && 'on') ?? (locked && `${locked.toLowerCase()}ed`)
      const state = known ?? turned ?? changed
      const isOne = words.slice(start + 1, from + length).every(({ before, text }) => before === '' && text !== 'and')
      if (state && isOne) return { length, stems: ['chang', `=${state}`] }
    }
    return null
  })
}

/** The word of `joinStates`, and its state as Home Assistant has it. */
export function stateOf(words: readonly Word[]): { state: string; said: string } | null {
  const word = words.find(({ stems }) => stems[1]?.startsWith('='))
  return word ? { state: word.stems[1]?.slice(1) ?? '', said: word.text } : null
}

const ORDER =
  /^(?:(open|close)|((?:un)?lock)) (?:the|my|our) (?:\S+ ){0,3}?(?:blind|curtain|shutter|awning|gate|garage|door)/i

/** "close the blinds", "lock the door": the service that does it. */
export function serviceIn(words: readonly Word[]): string | null {
  const [, cover, lock] = words.flatMap((_, at) => ORDER.exec(textOf(words.slice(at)).toLowerCase()) ?? [])
  return cover ? `cover.${cover}_cover` : lock ? `lock.${lock}` : null
}
