import { stem } from '../../services/catalog/words/stem.ts'
import { readSchedule } from '../../services/catalog/words/read-schedule.ts'
import { readWords, type Word } from '../../services/catalog/words/read-words.ts'
import { isDeed, isFiller, isLight, turnsSense } from '../../services/catalog/words/fillers.ts'
import { appears, canMean, isVerb, isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { stemsOfStep, type StepIndex } from '../../services/catalog/steps/step-index.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { readLimits, writeLimits, type Limit } from '../sentence/read-limits.ts'
import { markTexts } from '../sentence/said-texts.ts'
import { draftOfProposal } from './draft-of-proposal.ts'
import { stemsOfIngredient } from './ingredient-name.ts'
import type { Proposal } from './proposal.ts'
import { waitOf } from '../../contract/drafts/draft-steps.ts'

/** Said with a number. */
const MEASURES =
  /^(?:degrees?|than|under|above|below|over|colder|warmer|hotter|cooler|stronger|more|less|percent|celsius|c)$/
/** Verbs of a lookup. */
const LOOKING = /^(?:check|fetch|find|look|read|get)/
/** What a lookup gives. */
const ANSWER = /^(?:answer|content|data|json|output|response|result)s?$/

/** Places at a service that a step of it needs anyway. */
const PLACES = new Set(
  'account app blog board bot calendar channel chat group inbox phone profile room server space team timeline workspace'
    .split(' ')
    .map(stem),
)

/**
 * The parts of a sentence that its proposal neither has nor names, in their own words: each content word has to be in
 * a step, a field, a condition, the wait or the pace, or else in `unmet`. Function words alone are no part.
 */
export function nameUnused(sentence: string, proposal: Proposal, index: StepIndex): string[] {
  const { text, restore } = markTexts(sentence, index.vocabulary)
  const used = usedBy(proposal, index)
  const limited = writeLimits(readLimits(text), (limit) => hasLimit(limit, proposal))
  const words = readWords(withoutSchedule(limited, proposal), index.vocabulary).map((word) => ({
    ...word,
    text: restore(word.text),
  }))
  const unused = words.map((word, at) => !isUsed(word, at, words, used))
  // "3 days" is one thing.
  const left = unused.map(
    (is, at) => is || (unused[at - 1] === true && words[at - 1]?.kind === 'number' && isUnit(words[at])),
  )
  return partsLeft(words, left)
}

function isUnit(word: Word | undefined): boolean {
  return /^(?:seconds?|minutes?|mins?|hours?|days?|weeks?|months?|degrees?|percent)$/i.test(word?.text ?? '')
}

type Used = {
  steps: readonly KnownStep[]
  stems: ReadonlySet<string>
  /** All values, in lower case. */
  values: string
  hasLimits: boolean
  hasPhrase: boolean
  named: ReadonlySet<string>
}

function usedBy(proposal: Proposal, index: StepIndex): Used {
  const chosen = [...(proposal.trigger ? [proposal.trigger] : []), ...proposal.queries, ...proposal.actions]
  const ids = new Map(index.steps.map(({ step }) => [step.id, step]))
  const steps = chosen.flatMap(({ id }) => ids.get(id) ?? [])
  const conditions = proposal.conditions?.conditions ?? []
  const labels = steps.flatMap((step, at) => chosenOptions(step, chosen[at]?.fields ?? {}))
  const values = [
    // A rhythm has no words of its own.
    ...chosen.flatMap(({ id, fields }) => (id.startsWith('schedule/triggers/') ? [] : Object.values(fields))),
    ...conditions.map(({ value }) => value),
    ...labels,
  ]
  const ingredients = [...values.join(' ').matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => name)
  const names = [...ingredients, ...conditions.map(({ ingredient, operator }) => `${ingredient} ${operator}`)]
  return {
    steps,
    stems: new Set([
      ...steps.flatMap(stemsOfStep),
      ...names.flatMap(stemsOfIngredient),
      ...steps.flatMap((step, at) => chosenLabels(step, chosen[at]?.fields ?? {})),
    ]),
    values: values.join('\n').toLowerCase(),
    hasPhrase:
      conditions.some(({ operator }) => operator.startsWith('contains')) ||
      chosen.some(({ fields }) => 'phrase' in fields),
    hasLimits: proposal.conditions !== null || proposal.quiet !== null || proposal.min_gap !== null,
    named: new Set(proposal.unmet.flatMap((part) => part.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])),
  }
}

/** The labels of fields that have a value. */
function chosenLabels({ fields }: KnownStep, values: Record<string, string>): string[] {
  const labels = fields.flatMap(({ slug, label }) => (values[slug] ? [`${label} ${slug}`] : []))
  return labels.flatMap((text) => (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(stem))
}

/** The labels of the options that are chosen. */
function chosenOptions({ fields }: KnownStep, values: Record<string, string>): string[] {
  return fields.flatMap(({ slug, options }) =>
    Array.isArray(options) ? options.filter(({ value }) => value === values[slug]).map(({ label }) => label) : [],
  )
}

/** Whether the proposal has what these words limit it to. */
function hasLimit(limit: Limit, proposal: Proposal): boolean {
  if (proposal.unmet.some((part) => part.includes(limit.text.trim()))) return true
  switch (limit.kind) {
    case 'wait':
      return waitOf(draftOfProposal(proposal)) === limit.seconds
    case 'min_gap':
      return proposal.min_gap === limit.seconds
    case 'quiet':
      return proposal.quiet?.from === limit.quiet.from && proposal.quiet.to === limit.quiet.to
    case 'days':
      return hasDays(limit.days, proposal)
    case 'unsayable':
    case 'lasting':
      return false
  }
}

function hasDays(days: readonly number[], { trigger, conditions }: Proposal): boolean {
  const fields = trigger?.fields ?? {}
  const own = fields['weekdays']?.split('\n') ?? [fields['weekday'] ?? fields['cron']?.split(' ')[4] ?? '']
  const isOwn =
    own
      .flatMap((each) => each.split(','))
      .toSorted()
      .join() === days.map(String).toSorted().join()
  return isOwn || (conditions?.conditions.some(({ ingredient }) => ingredient.endsWith('.Weekday')) ?? false)
}

/** Triggers that start once a day anyway. */
export const EACH_DAY = /\/(?:sunrise|sunset)$/

/** The text without the words of its rhythm, where the trigger is that rhythm. */
function withoutSchedule(text: string, { trigger }: Proposal): string {
  const schedule = trigger ? readSchedule(text) : null
  if (!schedule || !trigger) return text
  if (EACH_DAY.test(trigger.id) && schedule.slug === 'every_day' && !('time' in schedule.fields)) return schedule.rest
  if (!trigger.id.startsWith('schedule/')) return text
  const isSaid = Object.entries(schedule.fields).every(
    ([slug, value]) => slug === 'cron' || slug === 'weekdays' || trigger.fields[slug] === value,
  )
  const isSame = trigger.id.endsWith(`/${schedule.slug}`) || 'weekdays' in trigger.fields || 'cron' in trigger.fields
  return isSaid && isSame ? [schedule.rest, ...schedule.left].join(' , ') : text
}

/** Before a value. */
const LEADING = /^(?:called|named|titled|reads|says|title|subject|body|labell?ed|tagged)$/

function isUsed(word: Word, at: number, words: readonly Word[], used: Used): boolean {
  const text = word.text.toLowerCase()
  if (word.kind === 'quoted' || word.kind === 'address' || word.kind === 'path' || text.includes(':'))
    return used.values.includes(text) || isNamed(text, used)
  if (isNamed(text, used)) return true
  const next = words[at + 1]
  if (next && LEADING.test(text) && (next.kind === 'quoted' || hasValue(next.text.toLowerCase(), used)))
    return isUsed(next, at + 1, words, used)
  if (word.kind === 'number') return hasValue(text, used)
  if (turnsSense(text)) return used.hasLimits
  if (text.split(' ').every((each) => MEASURES.test(each)) && /\d/.test(used.values)) return true
  if (/^(?:words?|phrase|keyword|term)$/.test(text) && used.hasPhrase) return true
  if (word.stems.every(isLight) || (ANSWER.test(text) && used.steps.some(({ kind }) => kind === 'query'))) return true
  if (word.stems.some((each) => used.stems.has(each)) || hasValue(text.replace(/^[@/#]/, ''), used)) return true
  if (
    (isVerb(text) || isDeed(word)) &&
    !isThing(words, at) &&
    used.steps.some(({ kind, name }) => kind === 'action' && canMean(text.split(' ')[0] ?? '', name))
  )
    return true
  if (
    isVerbForm(text) &&
    used.steps.some(
      ({ kind, slug }) =>
        (kind === 'query' && LOOKING.test(text)) ||
        (kind === 'trigger' && /new|receiv|command|request/.test(slug) && appears(stem(text))),
    )
  )
    return true
  return word.stems.some((each) => PLACES.has(each)) && isAtService(at, words, used)
}

/** "a report" tells nobody to report; "a message" is what is sent. */
function isThing(words: readonly Word[], at: number): boolean {
  const isSent = /^(?:message|note|alert|text|post|mail|request)$/i.test(words[at]?.text ?? '')
  return !isSent && /^(?:a|an|the|my|our|your|his|her|their|this|that|some|new)$/i.test(words[at - 1]?.text ?? '')
}

function isNamed(text: string, { named }: Used): boolean {
  const parts = text.match(/[\p{L}\d]+/gu) ?? []
  return parts.length > 0 && parts.every((part) => named.has(part))
}

function hasValue(text: string, { values }: Used): boolean {
  return new RegExp(
    String.raw`(?<![\p{L}\d])${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\p{L}\d])`,
    'u',
  ).test(values)
}

/** "our Discord server", "the chat in Telegram". */
function isAtService(at: number, words: readonly Word[], { stems }: Used): boolean {
  const near = words.slice(Math.max(0, at - 2), at + 3)
  return near.some(({ stems: own }) => own.some((each) => each.startsWith('#') && stems.has(each)))
}

/** Neighbors that are left, with the function words between them. */
function partsLeft(words: readonly Word[], left: readonly boolean[]): string[] {
  const parts: Word[][] = []
  let last = -1
  for (const [at, word] of words.entries()) {
    if (!left[at]) continue
    const between = words.slice(last + 1, at)
    const joins =
      last >= 0 &&
      word.before === '' &&
      between.every(({ stems, before, kind }) => before === '' && kind === 'word' && stems.every(isFiller))
    if (joins) parts.at(-1)?.push(...between, word)
    else parts.push([word])
    last = at
  }
  return parts.map((part) => part.map(({ text, kind }) => (kind === 'quoted' ? `“${text}”` : text)).join(' '))
}
