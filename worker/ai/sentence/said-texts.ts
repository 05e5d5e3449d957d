import { EXACT, type Vocabulary } from '../../services/catalog/words/read-words.ts'
import { isFiller, WHEN } from '../../services/catalog/words/fillers.ts'
import { isVerb, VERBS } from '../../services/catalog/words/verb-classes.ts'
import { stem } from '../../services/catalog/words/stem.ts'

/**
 * A sentence in which a mark in quotes stands for each text that is to be kept as it was said, and a mark alone for what is
 * one token, such as an address. `restore`: writes them where their marks are.
 */
export type MarkedSentence = { text: string; restore(text: string): string }

const FIRST_MARK = 0xe000
const MARK = /[\uE000-\uE0FF]/g
/** "[urgent]": signs and all. */
const BRACKETS = /\[[\p{L}\d][^[\]"]*\]/gu
/** "contains C++", "begins with (old)": a value is compared with its signs. */
const SIGNED =
  /(?<=\b(?:contain(?:s|ing)?|includ(?:es?|ing)|mention(?:s|ing)?|(?:start|begin|end)(?:s|n?ing)? with|(?:word|phrase)) )(?=\S*\p{L}|\S*\d)(?=\.\p{L}|\S*[*+$()%~^|\\])[^\s"]+?(?=[.,;:!?]*(?:\s|$))/giu
/** "ends with a question mark". */
const SIGN = /\b(?:an? )?(question|exclamation) marks?\b/gi
const SIGNS: Readonly<Record<string, string>> = { question: '?', exclamation: '!' }
/** What stands in quotes, braces such as JSON with the quotes in it, and what is one token; `left`: a placeholder or a unit. */
const KEPT = new RegExp(
  String.raw`(?<left>\{+[\w ]+\}+|\d ?k?m\/[hs]\b)|["“”„«](?<double>[^"“”„«»]+)["“”»]|(?<![^\s(:,])['‘](?<single>[^'‘’\s](?:[^'‘’]|['’](?=\p{L}))*)['’](?![^\s.,;:!?)])|(?<braces>\{(?:\{\{[^{}]*\}\}|[^{}]|\{(?:\{\{[^{}]*\}\}|[^{}])*\})*\})|${EXACT}`,
  'gu',
)

const TELLING = [...VERBS].filter((verb) => !isFiller(verb)).join('|')
/** Where a text that stands in no quotes ends: before another deed. */
const NEXT_VERB = String.raw`,?\s+(?:and then|then|and also|and|plus)\s+(?:also\s+)?(?:(?:at|on|every)\s+\S+(?:\s+[ap]m)?\s+(?:to\s+)?)?(?:${TELLING}|(?<=to )\S+)\b(?![.!?]*$)`
/** "…, wait 10 minutes". */
const NEXT_WAIT = String.raw`,\s+(?:and\s+)?(?:then\s+)?(?:wait|pause)\s+(?:for\s+)?(?:\d|an?\b|half\b)`
const ARROW = String.raw`\s*(?:->|=>|→|⇒)`
const NEXT_DEED = `${NEXT_VERB}|${ARROW}`
/** And, where the sentence has not said it before, when it happens. */
const STARTS = String.raw`,?\s+(?:(?:\d+\s\S+\s)?before (?:an?|each|every|my|the)|once an?|${WHEN}|(?:(?:to|on|for|in|from) )?(?:every|each)|if|unless|but only|only if|only on|daily|monthly|weekly|at (?:\d+|noon|midnight|sunset|sunrise)(?!.*\b(?:${WHEN})\b))\b`
/** "post lunch on sundays", unless another rhythm follows: "saying closed on sundays every saturday". */
const DAYS = String.raw`,?\s+(?:(?:on|from) (?:sun|mon|tues|wednes|thurs|fri|satur|week|work)days?|(?:sun|mon|tues|wednes|thurs|fri|satur|week|work)days? only|weekends only|on (?:the )?weekends?)\b(?!.*\b(?:every|each|daily|${WHEN})\b)|,?\s+on (?:the )?(?:first|last|\d{1,2}(?:st|nd|rd|th))\b`
/** What limits any text outside quotes; "check if" asks. */
const ASIDE = String.raw`,?\s+(?<!\b(?:check|see|ask|know|decide|remember),?\s+)(?:but )?(?:only if|if|unless)\s+(?:it|there|the|my|i|nobody|somebody|someone)\b`
/** What happens to a thing, before which its name within an event ends. */
const HAPPENS = String.raw`\s+(?:(?:is|are|was|were|gets?|got|has|have)\s+(?!been\b)\S+|(?:has|have) been|comes?|came|arrives?|appears?|starts?|begins?|ends|opens|closes|goes|changes|fires|reaches|moves|turns|shows|lands|happens|drops|runs|e?mails|writes|messages|texts|mentions|sends|posts|comments|replies|follows|calls|joins|leaves)\b`
/** What is done then: "post it", "notify me". */
const TELLS = String.raw`\s+(?:${TELLING})\s+(?:it|me|us|them|an?|the|my|our|to|on|in|["\uE000-\uE0FF])`
/** "named deploy wait 10 minutes", but not "named Weekly report is moved". */
const NEXT_TOLD = String.raw`(?<=^\S+)\s+(?:wait|${TELLING})(?=\s)(?!${HAPPENS}|\s+(?:in|on|at|of|from|to|by|for|with)\b)`
/** "to the Doing list". */
const PLACE = String.raw`\s+(?:to|in|into|on)\s+(?:my|our|the)\s+(?:\S+\s+){0,3}?(?:store|list|board|channel|project|database|page|calendar|sheet|spreadsheet|folder|column|repo|repository|room|group|chat|table)\b`
/** Nouns of what a message is made of, each with a text of its own. */
const PARTS = 'subject|title|text|message|words|content|body|caption|description'
const WITH = String.raw`\s+with\s+(?:the\s+|an?\s+)?(?:${PARTS}|labels?|priority|link)\b`
const MORE = String.raw`\s+(?:and|but|or)\s+(?:it|its|the|has|have|whose)\b|\s+(?:saying|(?:that|which) (?:says|reads))\b`
const HAS_START = new RegExp(
  String.raw`\b(?:${WHEN}|every|everyday|each|if|once|after|daily|hourly|weekly|monthly|yearly|weekdays?|weekends?|\w+days?|at \d+|at (?:noon|midnight|sunset|sunrise))\b`,
  'i',
)

const SAYING =
  /\b(?:saying(?:\s+that(?!['’]))?|(?:that|which) (?:says|reads)|(?:called|named|titled))(?:\s*:)?\s+(?!(?:after|by|like|as|for)\b)/gi
const NO_TEXT = String.raw`(?:and|or|of|from|in|on|as|at|by|to|for|with|via|into|it|me|us|only|when|if|every|each|(?:the|its|their) \w+(?=$|[.,;]| (?:and|to|in|on|when|if)\b)|${PARTS})\b`
const PART_NOUN = String.raw`(?:the\s+|an?\s+|this\s+|its\s+)?(?:${PARTS})(?:\s+line)?(?:\s*:|\s+(?:is|saying))?`
/** "with the subject A and body B". */
const PART = new RegExp(
  String.raw`(?:\bwith|(?<=[\uE000-\uE0FF]"),?(?:\s+(?:and|plus|with))*)\s+${PART_NOUN}\s+(?!${NO_TEXT})`,
  'gi',
)
const NEXT_PART = String.raw`(?:,|,?\s+(?:and|plus))\s+(?:with\s+)?${PART_NOUN}\s+(?!${NO_TEXT})`
const NOTICE = String.raw`\b(?:send|give|drop|post|write|add|create|make|put)\s+(?:(?:me|us|my phone)\s+)?an?\s+(?:\w+\s+){0,2}?(?:notification|message|push|e-?mail|alert|reminder|note|task|todo)\b`
const TOLD = String.raw`(?:${NOTICE}|\b(?:remind|tell|warn|notify|alert|ask|email|e-?mail|mail|text|message|ping|let)\s+(?:me|us|everyone|everybody|them|(?:my|our|the) \w+)\b)`
/** "tell Slack: …", where the verb begins the sentence or a part of it. */
const COLON =
  /(?:^|[,.]\s*|\b(?:and|then)\s+)(?:tell|say|send|text|tweet|toot|skeet|post|share|notify|message|write)\b[^:.,"]{0,40}:\s+(?!")|\btell\s[^:.,"]{0,40}:\s+(?!")|\b[a-z]+ (?:me|us|everyone|everybody)(?: (?:on|in|via|by) \w+)?:\s+(?!")|(?<!\b(?:i|we|you|they|to|an?|the|my|our|new|each|every|any) )\b(?:post|say|send|write) (?:to|in|on) (?:the |my |our )?\w+:\s+(?!")/gi
/** "monday 9am slack: …", where the sentence has said when. */
const AT_COLON = /:\s+(?!"|.*(?:->|=>|→))/g
/** "new card on Trello: …" says where it happens. */
const HAPPENING = /\b(?:from|of|by|in|on|at|to|an?|the|my|our|new)$/i
/** "new events that have a place": no text. */
const RELATIVE = String.raw`(?:says|reads|is|are|was|were|come|mentions?|contains?|includes?|match(?:es)?|have|has|had|starts?|begins?|ends?)\b`
/** "tell me that …", "notify the team every day at 8 that …". */
const THAT = new RegExp(
  String.raw`${TOLD}(?:(?:(?!\b(?:${WHEN}|if|and|then|new|any|all|the(?! \d)|my|those)\b)[^.;,])*?\sthat(?=\s)(?!\s${RELATIVE})|(?=\s(?:(?:I|we)(?:\s(?:am|are|have|will|need|want|was|were)\b|['’](?:m|re|ve|ll)\b)|it(?:['’]s| is)\b)))\s+`,
  'gi',
)
/** "tell Slack that …", "write to the team on Teams that the …"; "posts in Discord that mention me" are no text. */
const THAT_AT = new RegExp(
  String.raw`\b(?:tell|post|say|write|send|announce|publish|toot|tweet|share|let|message|ping|inform)\b(?:(?!\b(?:${WHEN}|if|and|then|new|any|all|those)\b)[^.;,"])*?\s(?:that\s+(?!${RELATIVE})|(?=(?:I|we)(?:\s(?:am|are|have|will|need|want|was|were)\b|['’](?:m|re|ve|ll)\b)))`,
  'gi',
)
/** Of whom or what is told. */
const SUBJECT =
  /^(?:(?:the|an?|my|our|your|his|her|their|this|there|it|everyone|everybody|nobody|somebody|someone)\b|(?:I|we|you|they|he|she)(?:\s(?:am|are|is|have|has|will|need|want|was|were)\b|['’](?:m|re|ve|ll|s)\b))/i
/** "remind me to …": what is to be done, not a person or a place. */
const OF =
  /\b(?:remind|notify|email|tell|issue|task|reminder)\b(?:(?!\b(?:when|whenever|if|and(?! \w+days)|then)\b)(?:[^.;"]|\.\d))*?(?<!\b(?:\d{1,2}(?:st|nd|rd|th)|first|last|day|end|start|middle))\s(?:about|of)\s+(?!(?:every|each|the|a)\s(?:month|week|year)\b)/gi
const TO = new RegExp(
  String.raw`${TOLD}(?:(?!\b(?:${WHEN}|if|and|then|a|an|new|from)\b)[^.;"])*?\sto\s+(?!(?:a|an|the|my|me|our|us|it|this|that|his|her|their)\b|[\d"\uE000-\uE0FF])`,
  'gi',
)

/** "ask the team how it went". */
const ASK =
  /\bask\s+(?:me|us|them|everyone|everybody|(?:my|our|the) \w+)\b(?:(?!\b(?:when|whenever|if|and|then)\b)[^.;"])*?\s(?=(?:how|what|who|where|why|which|did|do|does|have|has|are|is|was|were|can|will)\b)/gi

/** Words with which no text begins, but something that is meant. */
const REFERENCE = String.raw`(?:an?|the|this|that|these|those|it|its|them|their|both|him|me|us|my|our|your|his|her|new|all|any|each|every|some|to|in|on|of|for|from|with|about|what|whatever|when|if|today['’]?s?|now|one|and|or|then|also|plus)\b`
/** "say good night in Slack", "add eggs to my list", "add the task water the plants to Todoist", but not "each toot I like". */
const OBJECT = new RegExp(
  String.raw`(?<!\b(?:an?|the|this|my|our|new(?: \w+)?|each|every|any|all|task|todo|to-do|item|entry|card) )\b(?:say|write|toot|skeet|tweet|post|publish|send|share|add|put|(?:add|create|put) (?:an?|the) (?:\w+ )?(?:task|todo|to-do|item|entry|card))\s+((?!${REFERENCE})[\p{L}][^\s,.;:"]*(?:\s(?!(?:${WHEN}|if|every|each|and|then)\b)[\p{L}][^\s,.;:"]*){0,9}?)\s(?:to|on|in|into|via|at)\s(?:my\s|our\s|the\s)?(?:(?:\S+\s){0,2}(?:chat|channel|room|group|server|timeline|account)\s(?:on|in|of|at)\s(?:my\s|our\s|the\s)?)?(?=(\S+(?:\s\S+){0,2}))`,
  'giu',
)
const LISTS = /^(?:\S+\s)?(?:list|board|project|inbox|todos?|tasks)\b/i
/** Words that stand for something, and are nothing to write. */
const STANDING =
  /^(?:photo|picture|image|video|file|quote|joke|fact|random|summary|report|overview|copy|update|reminder|notification|notice|alert|note|mail|email|post|toot|tweet|detail|info|information|everything|something|anything|today|latest|current|request|signal|ping|greeting|response|answer|result|forecast|number)s?$/i

/** Whether these words are to be written as they are: none of them means what a service tells of. */
function isLiteral(said: string, things: ReadonlySet<string>): boolean {
  return said.split(/\s/).every((word) => !STANDING.test(word) && !things.has(stem(word.toLowerCase())))
}

/** "set the value mode to away". */
const SET = /\bset\s+(?:the\s+|my\s+)?(?:value|variable|cell)\s+(?:[^\s",]+\s+){1,5}?to\s+(?!the\b)/gi

/** "can you remind me to call Ben?" asks us. */
const ASKS = /^\s*(?:can|could|would|will)\b/i
/** "Hello, …", "… Thank you!": nothing that is asked for. */
const POLITE =
  /^\s*(?:hello|hi|hey)(?: there)?[,.!]+\s+|(?<=\S[,.!?]+\s+)(?:thanks|thank you|cheers)(?: (?:so|very) much| a lot| in advance)?[\s.!]*$/gi

/** Marks what is in quotes, what stands after "saying", "called", "remind me to" or "tell me that", and addresses. */
export function markTexts(sentence: string, { names, things }: Pick<Vocabulary, 'names' | 'things'>): MarkedSentence {
  const kept: { text: string; typed: string }[] = []
  const mark = (text: string, typed = text) => String.fromCharCode(FIRST_MARK + kept.push({ text, typed }) - 1)
  const keptAt = (each: string) => kept[each.charCodeAt(0) - FIRST_MARK]
  const restore = (text: string) => text.replaceAll(MARK, (each) => keptAt(each)?.text ?? each)
  const typed = (text: string) =>
    text.replaceAll(/"?([\uE000-\uE0FF])"?/g, (found, each: string) => keptAt(each)?.typed ?? found)
  const plain = sentence.replaceAll(POLITE, '')
  const asked = ASKS.test(plain) ? plain.replace(/\?+\s*$/, '') : plain
  let text = asked.replaceAll(MARK, '').replaceAll(KEPT, (found, ...given) => {
    const { left, double, single, braces } = given.at(-1)
    if (left !== undefined) return found
    const quoted = double ?? single ?? braces
    return quoted === undefined ? mark(found) : `"${mark(quoted, found)}"`
  })
  text = text.replaceAll(SIGN, (found, name: string) => `"${mark(SIGNS[name.toLowerCase()] ?? found, found)}"`)
  for (const pattern of [SAYING, PART, SET, COLON, AT_COLON, ASK, THAT, THAT_AT, TO, OF]) {
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      if (pattern === AT_COLON && !endsWithService(text.slice(0, found.index), names)) continue
      if (
        (pattern === THAT || pattern === THAT_AT) &&
        isOfThing(found[0], { names, things }) &&
        !BY_NOTICE.test(found[0])
      )
        continue
      const from = found.index + found[0].length
      if (pattern === THAT_AT && !isToldAt(found[0], text.slice(from), names)) continue
      const isOfEvent = pattern.source === SAYING.source && isInEvent(text.slice(0, found.index))
      if (pattern === PART && isInEvent(text.slice(0, found.index))) continue
      const rest = text.slice(from)
      const length = isOfEvent
        ? lengthInEvent(rest, NAMED.test(found[0]))
        : lengthOfText(text.slice(0, found.index), found[0], rest)
      const said =
        pattern === AT_COLON
          ? rest.slice(0, lengthBefore(rest, ['$']))
          : withoutTarget(rest.slice(0, length), text.slice(0, from), { names, restore })
      if (pattern === OF && !/^remind\b/i.test(found[0]) && !(isTopic(found[0], text) && isLiteral(said, things)))
        continue
      if (said === '' || said.startsWith('"') || (pattern === TO && isTarget(found[0], said, names))) continue
      text = `${text.slice(0, from)}"${mark(typed(said))}"${text.slice(from + said.length)}`
    }
  }
  for (const pattern of [BRACKETS, SIGNED]) text = text.replaceAll(pattern, (found) => `"${mark(typed(found))}"`)
  text = text.replaceAll(OBJECT, (found, said: string, target: string) =>
    isLiteral(said, things) && (namesService(target, names) || LISTS.test(target))
      ? found.replace(said, () => `"${mark(typed(said))}"`)
      : found,
  )
  // A text after a colon belongs to what stands before it.
  text = text.replaceAll(/:\s*(?="[\uE000-\uE0FF]")/g, ' ')
  return { text, restore }
}

function endsWithService(before: string, names: ReadonlyMap<string, string>): boolean {
  const said = before.toLowerCase()
  return [...names.keys()].some((name) => said.endsWith(` ${name}`) && !HAPPENING.test(said.slice(0, -name.length - 1)))
}

/** "say in the room that the …", "tell our Discord group that dinner …": not "post which meetings | I have". */
function isToldAt(told: string, said: string, names: ReadonlyMap<string, string>): boolean {
  const near = told.trim().split(/\s+/).slice(-3).join(' ')
  return saysService(near, names) || (/\bthat$/i.test(near) && SUBJECT.test(said))
}

/** "notify me of the training every tuesday": no event tells of it. */
function isTopic(told: string, sentence: string): boolean {
  const isRhythm = RHYTHM.test(sentence) && !EVENT.test(sentence.replace(RHYTHM, ''))
  return isRhythm && /\b(?:about|(?:me|us) of)\s+$/i.test(told)
}

/** "email me cards that I finish": which things, and no text. */
function isOfThing(told: string, { names, things }: Pick<Vocabulary, 'names' | 'things'>): boolean {
  const [, thing = ''] = /\s(\w+[^s]s|(?:an?|any|each|every) \w+)\sthat\s+$/i.exec(told.toLowerCase()) ?? []
  return !names.has(thing) && things.has(stem(thing.replace(/^\w+ /, '')))
}

const NAMED = /^(?:called|named|titled)/i
const BY_NOTICE = new RegExp(`^${NOTICE}`, 'i')
const UNSENT = /^[^.]*?\b(?:reminder|task|todo)\b/i

/** "send an email to everybody" says no text, "send an email to lock the shed" and "add a task to …" do. */
function isTarget(told: string, said: string, names: ReadonlyMap<string, string>): boolean {
  const [verb = '', next = ''] = said.split(' ')
  const isToDo =
    UNSENT.test(told) ||
    /\s(?:me|us)\s/i.test(told) ||
    isVerb(verb) ||
    /^(?:the|my|our|your|it|them|home|up|out)$/i.test(next)
  return namesService(said, names) || LISTS.test(said) || (BY_NOTICE.test(told) && !isToDo)
}

function lengthOfText(before: string, marker: string, rest: string): number {
  const isNamed = NAMED.test(marker)
  const limit = HAS_START.test(`${before} ${marker}`) && !isNamed ? ASIDE : `${STARTS}|${DAYS}`
  // A name ends at a comma.
  const isTimeless = RHYTHM.test(before) && !EVENT.test(before.replace(RHYTHM, '')) && !TIME.test(before)
  return lengthBefore(rest, [
    /(?:\bto|:)\s+$/i.test(marker) || isOrder(rest) ? `${NEXT_VERB}${ORDERED}|${ARROW}` : NEXT_DEED,
    limit,
    NEXT_WAIT,
    NEXT_PART,
    ...(/^set\b/i.test(marker) ? [PLACE] : []),
    ...(isNamed ? [String.raw`[,;](?!\s+not\b)`, MORE, PLACE, WITH] : []),
    ...(isTimeless ? [`\\s+at (?=${TIME.source})[^\\s]+(?:\\s*[ap]\\.?m)?\\.?$`] : []),
  ])
}

/** "saying please tidy up and switch off the screens": all of it is said, but for "and send me …". */
const ORDERED = String.raw`(?:(?<=\sto \S+)|(?=\s+(?:(?:it|me|us|them|an?|to|in)\b|")))`

function isOrder(text: string): boolean {
  const [first = ''] = text.split(/\s/)
  return /^please$/i.test(first) || isVerb(first)
}

/** A rhythm, and a time of day that it needs: "every wednesday remind me about the dentist at 4pm". */
const RHYTHM =
  /\b(?:every ?day|(?:every|each) (?:\w+day|morning|afternoon|evening|night|week|month)|daily|weekly|monthly|yearly|(?:on )?\w+days)\b/i
const TIME = /\b(?:\d{1,2}(?:[:.]\d\d)?\s*(?:[ap]\.?m\b)?(?![\w%])|noon|midnight)/i

function lengthBefore(rest: string, ends: readonly string[]): number {
  const end = new RegExp(ends.join('|'), 'i').exec(rest)
  return rest.slice(0, end?.index ?? rest.length).replace(/[\s.,;]+$/, '').length
}

/** "a card named Bug is moved", "a message saying the door is open arrives": up to what happens to it. */
function lengthInEvent(rest: string, isNamed: boolean): number {
  if (isNamed && /^[\uE000-\uE0FF]/.test(rest)) return 1
  const clause = rest.slice(0, lengthBefore(rest, [NEXT_DEED, STARTS, TELLS, '[,;]', ...(isNamed ? [NEXT_TOLD] : [])]))
  const found = [...clause.matchAll(new RegExp(HAPPENS, 'gi'))]
  const end = isNamed ? found[0] : found.at(-1)
  return end?.index ?? clause.length
}

const EVENT = new RegExp(
  String.raw`(?:^on|(?:.*\s|^)(?:${WHEN}|if|once|any|(?:minutes?|hours?|days?) before|(?:each|every)(?!\s(?:\d|\w*day|\w*days|morning|afternoon|evening|night|hour|minute|week|month|year|other|second|two|three)\b)|(?<!\b(?:a|an|the|my|add|create|make|open)\s)new))\s(.*)$`,
  'is',
)
const OWN_VERB = new RegExp(
  String.raw`(?<!\b(?:a|an|the|new|my|our|each|every|any|this|i|we|you|somebody|someone|anybody|people|they)\s)\b(?:${TELLING}|text(?=\s(?:me|us|them|my|our)\b))\s`,
  'gi',
)

/** Whether what follows these words belongs to what starts the Applet: nobody was told to do anything since it began. */
function isInEvent(before: string): boolean {
  const begun = EVENT.exec(before.trimEnd())?.[1]
  if (begun === undefined || /[,;]|->|=>|→/.test(begun)) return false
  return begun.search(OWN_VERB) < 0
}

const TARGET = /\s+(?:to|in|on|at|into|via)\s+(?:my |our |the )?(?=(\S+(?: \S+){0,2}))/gi

/** "saying hello to Slack": the service is none of the text, unless another one stands before it. A name ends at any. */
function withoutTarget(
  said: string,
  before: string,
  { names, restore }: Pick<Vocabulary, 'names'> & Pick<MarkedSentence, 'restore'>,
): string {
  const isNamed = /\b(?:called|named|titled)\s+$/i.test(before)
  const isTold = saysService(before, names)
  const target = [...said.matchAll(TARGET)].find(({ index, 0: found, 1: to = '' }) => {
    const isLast = isNamed || said.slice(index + found.length).split(' ').length < 4
    return (
      index > 0 &&
      isLast &&
      (/^(?:[@#]\S|\S+@\S+$|[\w.-]+\/[\w.-]+$)/.test(restore(to)) || ((isNamed || !isTold) && namesService(to, names)))
    )
  })
  return target ? said.slice(0, target.index) : said
}

function saysService(text: string, names: ReadonlyMap<string, string>): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => names.has(word))
}

/** At its beginning. */
function namesService(text: string, names: ReadonlyMap<string, string>): boolean {
  const words = text.toLowerCase().split(/[\s.,;:!?]+/)
  return [3, 2, 1].some((length) => names.has(words.slice(0, length).join(' ')))
}
