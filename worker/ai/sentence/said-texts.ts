import type { Vocabulary } from '../../services/catalog/words/read-words.ts'

/** A sentence in which a mark in quotes, or an address with a mark, stands for each text that is to be kept as it was said. */
export type MarkedSentence = {
  text: string
  /** Texts and addresses in the order of their marks. */
  texts: readonly string[]
  /** Writes the texts where their marks are. */
  restore(text: string): string
}

const FIRST_MARK = 0xe000
const MARK = /[\uE000-\uE0FF]/g
const MARKED = /(?:https:\/\/)?[\uE000-\uE0FF]/g
const ADDRESS = /https?:\/\/[^\s"“”<>]*[^\s"“”<>.,;:!?)'’]/g
const QUOTES = /["“”„«]([^"“”„«»]+)["“”»]|(?<![^\s(:,])['‘]([^'‘’\s](?:[^'‘’]|['’](?=\p{L}))*)['’](?![^\s.,;:!?)])/gu

const VERBS =
  'add|append|archive|blink|call|copy|create|delete|dim|email|flash|log|mail|message|notify|ping|play|post|publish|record|save|send|set|share|start|stop|store|switch|tell|turn|tweet|update|write'
/** Where a text that stands in no quotes ends: before another deed. */
const NEXT_DEED = String.raw`,?\s+(?:and then|then|and also|and|plus)\s+(?:also\s+)?(?:${VERBS})\b`
/** And, where the sentence has not said it before, when it happens. */
const STARTS = String.raw`,?\s+(?:when|whenever|every|each|as soon as|if|unless|but only|only if|only on|daily|(?:on|from) (?:sun|mon|tues|wednes|thurs|fri|satur|week|work)days?|(?:sun|mon|tues|wednes|thurs|fri|satur|week|work)days? only|weekends only|on (?:the )?(?:weekends?|\d{1,2}(?:st|nd|rd|th))|at \d|at (?:noon|midnight|sunset|sunrise))\b`
/** What limits any text outside quotes; "check if" asks. */
const ASIDE = String.raw`,?\s+(?<!\b(?:check|see|ask|know|decide|remember),?\s+)(?:but )?(?:only if|if|unless)\s+(?:it|there|the|my|i|nobody|somebody|someone)\b`
const HAS_START =
  /\b(?:when|whenever|every|everyday|each|as soon as|if|once|after|daily|hourly|weekly|monthly|yearly|weekdays?|weekends?|\w+days?|at \d+|at (?:noon|midnight|sunset|sunrise))\b/i

const SAYING =
  /\b(?:saying|(?:that|which) (?:says|reads)|with (?:the|a|this) (?:text|message|words|content|body)|(?:called|named|titled))(?:\s*:)?\s+/gi
const TOLD = String.raw`\b(?:remind|tell|warn|notify|alert|ask|email|e-?mail|mail|text|message|ping|let)\s+(?:me|us|everyone|everybody|them|(?:my|our|the) \w+)\b`
/** "tell Slack: …", where the verb begins the sentence or a part of it. */
const COLON =
  /(?:^|[,.]\s*|\b(?:and|then)\s+)(?:tell|say|send|text|tweet|post|notify|message|write)\b[^:.,"]{0,40}:\s+(?!")/gi
/** "tell me that …", "notify the team every day at 8 that …". */
const THAT = new RegExp(String.raw`${TOLD}(?:(?!\b(?:when|whenever|if|and|then)\b)[^.;,])*?\sthat\s+`, 'gi')
/** "tell Slack that …", "post a message in our Discord channel that …"; "posts in Discord that mention me" are no text. */
const THAT_AT =
  /\b(?:tell|post|say|write|send|announce|publish|toot|tweet|share|let)(?: (?:an? |the )?(?:message|note|notification|alert|update|toot|post))?(?: (?:to|in|on|via|into))?(?: (?:my|our|the))? ([\p{L}\d]+(?: [\p{L}\d]+)?)(?: (?:channel|chat|server|room|group|space|team|know))? that\s+(?!(?:mentions?|contains?|includes?)\b)/giu
/** "remind me to …": what is to be done, not a person or a place. */
const OF =
  /\bremind\s+(?:me|us|everyone|everybody)\b(?:(?!\b(?:when|whenever|if|and|then)\b)[^.;"])*?(?<!\b(?:\d{1,2}(?:st|nd|rd|th)|first|last|day|end|start|middle))\s(?:about|of)\s+/gi
const TO = new RegExp(
  String.raw`${TOLD}(?:(?!\b(?:when|whenever|if|and|then|a|an|new|from)\b)[^.;"])*?\sto\s+(?!(?:a|an|the|my|me|our|us|it|this|that|his|her|their|be)\b|[\d@#"])`,
  'gi',
)

/** Marks what is in quotes, what stands after "saying", "called", "remind me to" or "tell me that", and addresses. */
export function markTexts(sentence: string, { names }: Pick<Vocabulary, 'names'>): MarkedSentence {
  const texts: string[] = []
  const mark = (text: string) => String.fromCharCode(FIRST_MARK + texts.push(text) - 1)
  const restore = (text: string) =>
    text.replaceAll(MARKED, (each) => texts[each.charCodeAt(each.length - 1) - FIRST_MARK] ?? each)
  let text = sentence.replaceAll(MARK, '').replaceAll(ADDRESS, (found) => `https://${mark(found)}`)
  text = text.replaceAll(QUOTES, (_, double: string | undefined, single = '') => `"${mark(double ?? single)}"`)
  for (const pattern of [SAYING, COLON, THAT, THAT_AT, TO, OF]) {
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      if (pattern === THAT_AT && !namesService(found[1] ?? '', names)) continue
      const from = found.index + found[0].length
      const whole = lengthOfText(text.slice(0, found.index), found[0], text.slice(from))
      // A name ends at a comma.
      const length = NAMED.test(found[0]) ? (/^[^,;]*/.exec(text.slice(from, from + whole))?.[0].length ?? 0) : whole
      const said = withoutTarget(text.slice(from, from + length), text.slice(0, from), names)
      if (said === '' || said.startsWith('"') || (pattern === TO && namesService(said, names))) continue
      // A text that holds quotes is one text.
      const kept = restore(
        said.replaceAll(/"([\uE000-\uE0FF])"/g, '“$1”').replaceAll(/https:\/\/(?=[\uE000-\uE0FF])/g, ''),
      )
      text = `${text.slice(0, from)}"${mark(kept)}"${text.slice(from + said.length)}`
    }
  }
  // A text after a colon belongs to what stands before it.
  text = text.replaceAll(/:\s*(?="[\uE000-\uE0FF]")/g, ' ')
  return { text, texts, restore }
}

const NAMED = /^(?:called|named|titled)/i

function lengthOfText(before: string, marker: string, rest: string): number {
  const isStarted = HAS_START.test(`${before} ${marker}`)
  const end = new RegExp(isStarted ? `${NEXT_DEED}|${ASIDE}` : `${NEXT_DEED}|${STARTS}`, 'i').exec(rest)
  return rest.slice(0, end?.index ?? rest.length).replace(/[\s.,;!?]+$/, '').length
}

const TARGET = /^(.*\S)\s+(?:to|in|on|via)\s+(?:my |our |the )?(\S+(?: \S+){0,2})$/is

/** "saying hello to Slack": the service is none of the text, unless another one stands before it. */
function withoutTarget(said: string, before: string, names: ReadonlyMap<string, string>): string {
  const [, text, target = ''] = TARGET.exec(said) ?? []
  const isTold = before
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => names.has(word))
  return text !== undefined && !isTold && namesService(target, names) ? text : said
}

function namesService(text: string, names: ReadonlyMap<string, string>): boolean {
  const words = text.toLowerCase().split(/[\s.,;:]+/)
  return [3, 2, 1].some((length) => names.has(words.slice(0, length).join(' ')))
}
