import { isHolder, NAMED } from '../steps/name-places.ts'
import { ingredientInText, isOwnText } from '../steps/ingredient-name.ts'
import { isInPlace, isPlaceText } from '../steps/said-places.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { FieldDefinition, IngredientDefinition } from '../../services/format/service-definition.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import { changesThing } from '../../services/catalog/words/verb-classes.ts'
import { callsAddress } from '../../services/catalog/steps/step-index.ts'
import { says, textOf, type Word } from '../../services/catalog/words/read-words.ts'
import { nameFor } from './name-beside.ts'
import { isPlaceAt } from './other-service.ts'
import { isPreposition, lengthOf } from './split-clauses.ts'
import { namedBy, sourcesOf, toldBy, withPlaceholders, type Sources } from './told-ingredients.ts'

/** `from`: the steps whose ingredients a text may use. */
type Said = { words: readonly Word[]; from: Sources | null }

/** How many ingredients a row or a message gets. */
const MOST = 4

/**
 * Fills a step's fields, as far as the sentence or the trigger has values. Others are asked for on the page, which
 * shows what a field begins with.
 */
export function fillFields(step: KnownStep, said: Said): Record<string, string> {
  const texts = withIngredients(textsFor(step, said.words), said)
  // "with the title Alert" says no message.
  const isTextSaid = [...texts.keys()].some((slug) => !/^(?:title|subject|topic|username|link_title|name)$/.test(slug))
  const values = step.fields.flatMap((field) => {
    const value = texts.get(field.slug) ?? valueOf(step, field, said, isTextSaid)
    return value === null || value === '' ? [] : [[field.slug, value] as const]
  })
  return Object.fromEntries(values)
}

const isText = ({ type, options }: FieldDefinition) => (type === 'text' || type === 'textarea') && options === undefined
/** Fields for a picture or a file, which no page is. */
const PICTURES = /photo|image|picture|file/
const FILES: readonly IngredientDefinition['type'][] = ['image_url', 'file_url']
/** Fields for the name of a place, which no message goes into. */
const PLACES =
  /name$|^chat$|^to$|spreadsheet|sheet|number|^label$|^kind$|topic|^cell$|^command$|^handle$|^location$|^path$|headers|^cron$|^branch$|hashtag|tags|labels|guests|^due$|^by$|username/
/** Fields that take what happened, where nothing else is said. */
const MESSAGES =
  /^(?:message|body|text|content|title|subject|line|item|row|reply|comment|value|desc|description|caption)$/
const TITLES = /title|^name$|subject|content|label/

/** The texts in quotes, each in the field that the words before it name, else in the main one. */
function textsFor({ fields }: KnownStep, words: readonly Word[]): ReadonlyMap<string, string> {
  const found = new Map(pairIn(fields, words))
  const isSaid = (text: string) => [...found.values()].includes(text)
  const openFields = () => fields.filter((field) => isText(field) && !found.has(field.slug))
  const texts = words.flatMap(({ kind, text }, at) =>
    kind === 'quoted' && !isPlaceText(words, at, fields)
      ? [{ text, before: words.slice(Math.max(0, at - 2), at), isName: isPlaceName(words, at) }]
      : [],
  )
  for (const { text, before, isName } of texts) {
    const isCalled = before.some((word) => NAMED.test(word.text))
    const field = isCalled
      ? openFields().find(({ slug }) => TITLES.test(slug))
      : before.flatMap((word) => (isName ? [] : (fieldNamed(openFields(), word) ?? [])))[0]
    if (field) found.set(field.slug, text)
  }
  for (const [at, { text }] of texts.filter((each) => !each.isName && !isSaid(each.text)).entries()) {
    const field = mainText(openFields(), at === 0)
    if (field) found.set(field.slug, text)
    // Each further text is a cell of the row.
    else if (found.has('row')) found.set('row', `${found.get('row')} ||| ${text}`)
  }
  return found
}

/** "the "Leads" spreadsheet", "a message in "Frontdesk"": where something is, and nothing to write. */
function isPlaceName(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  return isInPlace(words, at) || says(words[at - 1], /^(?:in|into)$/i) || (next?.before === '' && isHolder(next))
}

/** "post "new" and its link": the text goes on with what the words after it name. */
function withIngredients(texts: ReadonlyMap<string, string>, { words, from }: Said): ReadonlyMap<string, string> {
  const steps = sourcesOf(from)
  const said = (text: string) => [withPlaceholders(text, steps), ...namedBy(steps, wordsAfter(text, words))]
  return new Map([...texts].map(([slug, text]) => [slug, said(text).join(slug === 'row' ? ' ||| ' : '\n')]))
}

/** The words after "and the" that follow a text in quotes. */
function wordsAfter(text: string, words: readonly Word[]): readonly Word[] {
  const after = words.slice(words.findIndex((word) => word.kind === 'quoted' && word.text === text) + 1)
  const joint = lengthOf(after, 0, JOINTS)
  const rest = after.slice(joint + 1)
  const end = rest.findIndex(
    (word) => word.before !== '' || word.kind !== 'word' || isPreposition(word) || isDeed(word),
  )
  if (joint === 0 || !says(after[joint], /^(?:its|their|the)$/i)) return []
  return rest.slice(0, end < 0 ? rest.length : end)
}

const JOINTS = /^(?:and|plus|with|followed by)$/i

/** "set "status" to "open"": a name and its value. */
function pairIn(fields: readonly FieldDefinition[], words: readonly Word[]): [string, string][] {
  const [name, value] = ['name', 'value'].map((slug) => fields.find((field) => field.slug === slug))
  const at = words.findIndex(
    ({ kind }, index) =>
      kind === 'quoted' && says(words[index + 1], /^(?:to|as)$/i) && words[index + 2]?.kind === 'quoted',
  )
  const [first, , second] = at < 0 ? [] : words.slice(at, at + 3)
  return name && value && first && second
    ? [
        [name.slug, first.text],
        [value.slug, second.text],
      ]
    : []
}

/** The field that a word before a text names: "the subject "hi"". */
function fieldNamed(fields: readonly FieldDefinition[], { stems, kind }: Word): FieldDefinition | undefined {
  if (kind !== 'word') return undefined
  const isSaid = (text: string) =>
    (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((each) => stems.includes(stem(each)) && !isFiller(stem(each)))
  return (
    fields.find(({ slug }) => !slug.includes('_') && isSaid(slug)) ??
    (stems.some((each) => TEXT_STEMS.has(each)) ? mainText(fields) : undefined) ??
    fields.find(({ label, slug }) => isSaid(`${label} ${slug}`))
  )
}

/** What any text may be called. */
const TEXT_STEMS = new Set(['text', 'message', 'words', 'body', 'content'].map(stem))

/** `isFirst`: a further text goes into no optional field but a long one. */
function mainText(fields: readonly FieldDefinition[], isFirst = true): FieldDefinition | undefined {
  const own = fields.filter(({ slug }) => !PLACES.test(slug) || isTitle(fields, slug))
  const required = own.filter(({ required: isRequired = true }) => isRequired)
  const long = (each: FieldDefinition) => each.type === 'textarea'
  return (
    required.find(long) ??
    required[0] ??
    own.find(long) ??
    (isFirst ? (own[0] ?? fields.findLast(({ required: isRequired = true }) => isRequired)) : undefined)
  )
}

/** Verbs of a request that only reads. */
export const GETTING = /^(?:ping|fetch)$/i

function valueOf(step: KnownStep, field: FieldDefinition, said: Said, isTextSaid: boolean): string | null {
  const { slug, type, options, required = true } = field
  const sameThing = required && type !== 'textarea' && step.kind === 'action' ? sameThingOf(step, field, said) : null
  if (sameThing !== null) return sameThing
  if (slug === 'method' && said.words.some(({ text }) => GETTING.test(text))) return 'GET'
  if (Array.isArray(options)) return chosenOption(options, said.words)
  const name = type === 'text' ? nameFor(step, field, said.words) : null
  if (name !== null) return name
  // Options that only its service can list, and secrets that nobody but the user knows.
  // The list of places only suggests: a name is right by itself.
  if (options !== undefined && type !== 'location') return null
  switch (type) {
    case 'number':
      return said.words.findLast(({ kind }) => kind === 'number')?.text ?? null
    case 'location':
      return placeIn(said.words)
    case 'url': {
      const isLink = /^(?:link|click)$/.test(slug) || (slug === 'url' && !required)
      const address = required || isLink ? addressIn(said.words, isLink) : null
      const types = PICTURES.test(slug) ? FILES : (['url', ...FILES] as const)
      return address ?? (required && !callsAddress(step) ? ofType(said, types, step) : null)
    }
    case 'text':
    case 'textarea':
      return step.kind === 'action' && required ? textFor(step, field, said, isTextSaid) : null
    default:
      return null
  }
}

/** "reply to it": the comment, the card or the issue that started the Applet at the same service. */
function sameThingOf({ service }: KnownStep, { slug, options }: FieldDefinition, { from }: Said): string | null {
  const trigger = from?.trigger
  if (!trigger || trigger.service !== service) return null
  // A new issue's "Number" is the issue's.
  const isBare = trigger.slug.split('_').includes(slug)
  if (options !== undefined && !isBare) return null
  const named = isBare ? `(?:\\w*${slug})?` : `\\w*${slug}`
  const found = ['Id', 'Number', 'Url'].flatMap((end) => {
    const own = new RegExp(slug === 'number' ? 'Number$' : `^${named}${end}$`, 'i')
    return trigger.ingredients.filter((each) => own.test(each.slug))
  })[0]
  return found ? ingredientInText(trigger, found.slug) : null
}

function chosenOption(options: readonly { label: string; value: string }[], words: readonly Word[]): string | null {
  // "Me" is the person who is told.
  const spoken = words.filter((word) => word.kind !== 'quoted' && !/\bme$/i.test(word.text))
  const said = new Set(spoken.map(({ text }) => text.toLowerCase()))
  const text = ` ${[...said].join(' ')} `
  return (
    // "on day 3" says no priority of that number.
    options.find(
      ({ label, value }) =>
        (!/^\d/.test(value) && said.has(value.toLowerCase())) || text.includes(` ${label.toLowerCase()} `),
    )?.value ?? null
  )
}

/** "in Oslo", "for New York". */
function placeIn(words: readonly Word[]): string | null {
  const at = words.findIndex((_, index) => isPlaceAt(words, index)) + 1
  if (at === 0) return null
  const end = words.findIndex(({ isName, before }, index) => index > at && (!isName || before !== ''))
  return textOf(words.slice(at, end < 0 ? words.length : end))
}

/** "the blog https://…" is where something comes from: nothing to link. */
function addressIn(words: readonly Word[], isLink: boolean): string | null {
  const isSource = (word: Word | undefined) => isLink && SOURCES.test(word?.text ?? '')
  const text = words.find(({ kind }, at) => kind === 'address' && !isSource(words[at - 1]))?.text
  return text === undefined ? null : /^https?:/.test(text) ? text : `https://${text}`
}

const SOURCES = /^(?:check|watch|from|blog|feed|site|website|page)$/i

/** The name of a thing that has a description too, and no list's or user's. */
function isTitle(fields: readonly FieldDefinition[], slug: string): boolean {
  return slug === 'name' && fields.some((field) => field.slug === 'desc')
}

/** A text of an action: what was said, or what the trigger and the queries report. */
function textFor(step: KnownStep, { slug }: FieldDefinition, said: Said, isTextSaid: boolean): string | null {
  if (!MESSAGES.test(slug) && !isTitle(step.fields, slug)) return null
  if (isTextSaid) return textsFor(step, said.words).values().next().value ?? null
  const sources = sourcesOf(said.from)
  // Of what is looked up as much as of what started the Applet.
  const most = Math.ceil(MOST / sources.length)
  const found = sources.flatMap((source) => {
    const told = toldBy(source, [...said.words, ...(source.kind === 'query' ? (said.from?.sought ?? []) : [])])
    const link = told.find(({ type }) => type === 'url')
    // Everybody reads a post: what was written, and where.
    const isOpen = step.slug === 'post' && told.some(isOwnText)
    const shown = isOpen ? told.filter((each) => isOwnText(each) || each === link) : told
    return shown.slice(0, most).map((each) => ingredientInText(source, each.slug))
  })
  if (slug === 'row') return found.join(' ||| ')
  if (!/^(?:title|subject|content|line|item|name)$/.test(slug)) return found.join('\n')
  const [title, name] = [/(?:Title|Subject|Content|Message|Text)\}\}$/, /Name\}\}$/].map((end) =>
    found.find((each) => end.test(each)),
  )
  return title ?? name ?? found[0] ?? null
}

/** `taker`: what is done to a post, as boosting it, is done to none of another service. */
function ofType({ from }: Said, types: readonly IngredientDefinition['type'][], taker: KnownStep): string | null {
  for (const step of sourcesOf(from)) {
    if (changesThing(taker.name) && step.service !== taker.service) continue
    // A page before its picture.
    const [found] = types.flatMap((type) => step.ingredients.find((each) => each.type === type) ?? [])
    if (found) return ingredientInText(step, found.slug)
  }
  return null
}
