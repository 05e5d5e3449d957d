import type { FieldDefinition } from '../../services/format/service-definition.ts'
import type { StepIndex } from '../../services/catalog/steps/step-index.ts'
import { isDeed, isFiller, isLight } from '../../services/catalog/words/fillers.ts'
import { DIRECTIONS, says, textOf, type Word } from '../../services/catalog/words/read-words.ts'
import { isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { HOME, holderIn, isAtHome, isHolder, isThing, NAMED, OWN } from './name-places.ts'
import { unusedIn, type Clause } from './name-unused.ts'
import type { ProposedStep } from './proposal.ts'

/** What else people call the places that fields are for. */
const ALSO: Readonly<Record<string, string>> = {
  channel: 'stream',
  chat: 'group channel',
  database: 'table',
  list: 'column',
  page: 'doc docs document journal diary',
  project: 'list repo repository',
  repository: 'repo',
  room: 'chat channel',
  spreadsheet: 'sheet document',
}

/** Whether only an account's own choices say what may stand in the field. */
export function hasLiveOptions({ options, type }: FieldDefinition): boolean {
  return options !== undefined && !Array.isArray(options) && type !== 'location'
}

/** Whether its choices are an account's own places or things. */
function isPlace(field: FieldDefinition): boolean {
  return hasLiveOptions(field) && (field.slug === 'entity' || isHolder({ text: field.slug }))
}

/** Whether the text in quotes here is the name of such a place: "the list "Work"", but not "tell the room "hi"". */
export function isPlaceText(words: readonly Word[], at: number, fields: readonly FieldDefinition[]): boolean {
  const holder = holderBeside(words, at)
  // "an event in Google Calendar called "Lunch"".
  const isMade = holder && isServiceName(holder) && fields.some(({ slug }) => slug === 'title')
  const isTold = says(leadOf(words, at), /^(?:tell|ask|text|message|notify|alert|warn|send)\b/i)
  return holder !== undefined && !isTold && !isMade && fields.some((field) => isPlace(field) && holds(holder, field))
}

/** What stands before the noun before a text, such as the "into" of "into my sheet". */
function leadOf(words: readonly Word[], at: number): Word | undefined {
  const holder = wordBefore(words, at)
  return words.slice(0, at - 1).findLast((word) => word !== holder && !OWN.test(word.text) && !isServiceName(word))
}

/** "into my sheet "Bugs"": a text behind what something is put into names this and is nothing to write. */
export function isInPlace(words: readonly Word[], at: number): boolean {
  const holder = wordBefore(words, at)
  // "post to Teams: …" names a service.
  const isPlaceNoun = holder !== undefined && holderIn(holder) !== null && !(isServiceName(holder) && isHolder(holder))
  return isPlaceNoun && says(leadOf(words, at), /^(?:to|into|in|on|at)$/i)
}

/** Whether this noun is what such a field's choices are called. */
function holds(noun: Word, { slug }: Pick<FieldDefinition, 'slug'>): boolean {
  return `${slug} ${ALSO[slug]}`.split(' ').includes(holderIn(noun)?.toLowerCase() ?? '')
}

/** What was said for a field, `of` which step. */
type SaidPlace = { of: ProposedStep; slug: string; text: string }

/**
 * What a clause says for fields whose choices only an account lists, in words that stand for nothing else: "#sales", "Work"
 * of "my Work list", "living room light". Each field gets one thing; words that fit none are left.
 */
export function placesIn(clause: Clause, index: StepIndex): SaidPlace[] {
  const { words, steps } = clause
  const unused = new Set(unusedIn(clause, index).flat())
  const fields = steps.flatMap((of) => {
    const own = index.steps.find(({ step }) => step.id === of.id)?.step.fields ?? []
    return own.filter((field) => isPlace(field) && !of.fields[field.slug]).map(({ slug }) => ({ of, slug }))
  })
  const found: SaidPlace[] = []
  const taken = new Set<Word>()
  // What is one token is surer than words, and what is behind the verb than what is before it.
  const verb = words.findIndex(({ text }) => isVerbForm(text) && !text.endsWith('s'))
  const rank = (at: number) => (words[at]?.kind === 'word' ? (at > verb ? 1 : 2) : 0)
  for (const at of [...words.keys()].toSorted((left, right) => rank(left) - rank(right))) {
    const word = words[at]
    if (!word || taken.has(word) || !unused.has(word)) continue
    const phrase = word.kind === 'word' ? phraseAround(words, at) : { from: at, to: at + 1 }
    const left = fields.filter((each) => !found.some(({ of, slug }) => of === each.of && slug === each.slug))
    const place = placeOf(words, phrase, left)
    for (const each of words.slice(at, place?.to ?? phrase.to)) taken.add(each)
    if (place) found.push({ ...place.field, text: textOf(place.words) })
  }
  return found
}

type Open = Omit<SaidPlace, 'text'>
type Phrase = { from: number; to: number }
type Placed = { field: Open; words: readonly Word[]; to: number }

function placeOf(words: readonly Word[], { from, to }: Phrase, fields: readonly Open[]): Placed | null {
  const whole = words.slice(from, to)
  const [first] = whole
  // "the channel ops topic deploys".
  const next = first && isHolder(first) ? whole.findIndex((word, at) => at > 1 && isHolder(word) && !word.isName) : -1
  const said = next < 0 ? whole : whole.slice(0, next)
  const named = (slugs: RegExp) => fields.find(({ slug }) => slugs.test(slug))
  const heldBy = (holder: Word | undefined) => holder && fields.find((field) => holds(holder, field))
  const placed = (field: Open | undefined, own = said, end = from + said.length) =>
    field ? { field, words: own, to: end } : null
  switch (first?.kind) {
    case 'hashtag':
      return placed(named(/^(?:channel|room|chat)$/))
    case 'path':
      return placed(named(/^(?:project|repository)$/))
    case 'id':
    case 'address':
      return placed(named(/^entity$/))
    case 'quoted':
      return placed(
        heldBy(holderBeside(words, from)),
        said.map((word) => ({ ...word, kind: 'word' as const })),
      )
    case 'word':
      break
    default:
      return null
  }
  if (said.every(({ stems }) => stems.every(isLight))) return null
  const holders = [said.at(-1), first].filter((word) => word && isHolder(word))
  // "the page journal": both hold something.
  const holder =
    holders.find((word) => fields.some(({ slug }) => slug === word?.text.toLowerCase())) ??
    holders.find((word) => heldBy(word) !== undefined)
  const name = said.filter((word) => word !== holder && !isServiceName(word))
  // "in the group comes …" names none.
  const place = heldBy(holder)
  // "a calendar event" is what the step makes there.
  const isMade = ({ text }: Word) => place?.of.id.split(/[/_]/).includes(text.toLowerCase()) === true
  const held =
    name.length > 0 && (name.some(isMade) || name.every(({ stems }) => stems.every(isLight))) ? undefined : place
  // "the Bug Reports table", of which the name is read elsewhere.
  if (held && (name.length > 0 || holder?.isName)) return placed(held, name.length > 0 ? name : said)
  const entity = named(/^entity$/)
  if (entity) return placed(entity, ...thingAtHome(words, from, inPlace(words, { from, to })))
  const lead = words.findLastIndex(({ text }, at) => at > 0 && at < from && !OWN.test(text))
  const [field, ...others] = fields
  const isTo = field?.of.id.includes('/actions/') ? /^(?:to|in|into|on|from)$/i : /^(?:in|on|from)$/i
  return first.isName && others.length === 0 && isTo.test(words[lead]?.text ?? '') ? placed(field) : null
}

/** Before or behind a text in quotes. */
function holderBeside(words: readonly Word[], at: number): Word | undefined {
  return [wordBefore(words, at), words[at + 1]].find((word) => word && holderIn(word) !== null)
}

/** "board" of "the board called "Work"". */
function wordBefore(words: readonly Word[], at: number): Word | undefined {
  return words.slice(0, at).findLast(({ text }) => !NAMED.test(text))
}

/** "office light" of "the office light red": a thing ends its name, but "the scene away" goes on. */
function thingAtHome(words: readonly Word[], from: number, to: number): [Word[], number] {
  const last = words.findLastIndex((word, at) => at >= from && at < to && isAtHome(word))
  const end = last > from ? last + 1 : to
  // "all the lights" are more than the lights.
  const all = words.slice(Math.max(0, from - 2), from).findIndex(({ text }) => /^all$/i.test(text))
  return [words.slice(all < 0 ? from : Math.max(0, from - 2) + all, end), end]
}

/** "the fan in the greenhouse": where all of it ends. */
function inPlace(words: readonly Word[], { to }: Phrase): number {
  const isWhere = says(words[to], /^(?:in|of|at)$/i) && says(words[to + 1], OWN)
  return isWhere ? phraseAround(words, to + 2).to : to
}

/** The words around this one that name one thing. */
function phraseAround(words: readonly Word[], at: number): Phrase {
  if (endsPhrase(words, at)) return { from: at, to: at }
  const begin = words.findLastIndex(
    (word, index) => index <= at && (word.before !== '' || endsPhrase(words, index - 1)),
  )
  const end = words.findIndex((word, index) => index > at && (word.before !== '' || endsPhrase(words, index)))
  return { from: Math.max(0, begin), to: end < 0 ? words.length : end }
}

const ENDS =
  /^(?:off|via|using|plus|back|down|called|named|titled|after|before|until|under|new|know|goes|gets|turns|changes)$/i

function endsPhrase(words: readonly Word[], at: number): boolean {
  const word = words[at]
  // "the sheet Leads 2026".
  const isYear = word?.kind === 'number' && word.before === '' && words[at - 1]?.isName === true
  if (word?.kind !== 'word') return !isYear
  const next = words[at + 1]
  // "the family Telegram chat".
  if (isServiceName(word) && next?.before === '' && isHolder(next) && !endsPhrase(words, at - 1)) return false
  if (isServiceName(word) || word.stems.some((each) => DIRECTIONS.includes(each))) return true
  if (word.isName || isHolder(word) || word.joint === '-' || words[at + 1]?.joint === '-') return false
  if (
    word.stems.every(isFiller) ||
    (ENDS.test(word.text) && !isThing(words, at)) ||
    (word.text.includes(' ') && !word.stems.includes(HOME))
  )
    return true
  // "the scene welcome" tells nobody to welcome.
  const isTold = isDeed(word) && next?.before === ''
  return isTold && !isThing(words, at) && !/^lights?$/i.test(word.text)
}
