import { ingredientInText, ingredientName, PLACEHOLDER } from '../steps/ingredient-name.ts'
import { NO_PROPOSAL, withSaid, type Proposal, type ProposedStep } from '../steps/proposal.ts'
import { unusedIn } from '../steps/name-unused.ts'
import { placesIn } from '../steps/said-places.ts'
import type { MarkedSentence } from '../sentence/said-texts.ts'
import {
  stemsOfKeywords,
  stemsOfName,
  type Preference,
  type StepIndex,
} from '../../services/catalog/steps/step-index.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import { changesThing } from '../../services/catalog/words/verb-classes.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { readWords, says, textOf, type Word } from '../../services/catalog/words/read-words.ts'
import { SHOWN, type ChosenDeed } from './choose-actions.ts'
import { chooseQueries } from './choose-queries.ts'
import { saysOther } from './evidence.ts'
import { fillFields, GETTING } from './fill-fields.ts'
import { conditionsOfEvent } from './conditions-of-event.ts'
import { joinGroups, readConditions } from './read-conditions.ts'
import { isIngredient, sourcesOf, type Sources } from './told-ingredients.ts'
import { thingsOf, verbOf } from './means-action.ts'
import type { ConditionClause } from './take-conditions.ts'

/** The catalog, what counts for a step besides words, and the texts that were said. */
export type Known = { whole: StepIndex; preference: Preference; marked: MarkedSentence }

/** `index`: the steps that some of the words could mean. `step`: the trigger's. `words`: all of them. */
export type Understood = Known & {
  index: StepIndex
  trigger: ProposedStep | null
  step: KnownStep | null
  queries: readonly KnownStep[]
  deeds: readonly ChosenDeed[]
  conditions: readonly ConditionClause[]
  event: readonly Word[]
  words: readonly Word[]
}

/** Fills what was chosen, and names the words that are in none of it. */
export function writeProposal(understood: Understood): Proposal {
  const {
    whole,
    index,
    preference,
    trigger: begun,
    step,
    queries: sought,
    deeds,
    conditions,
    event,
    words: all,
  } = understood
  const looked = chooseQueries({ index, whole }, deeds, preference)
  const before = [...new Set([...sought, ...looked.queries])]
  const trigger = begun && step && withAddress(begun, step, all, deeds)
  const isDone = (deed: ChosenDeed) => !looked.deeds.has(deed) && !isSaid(deed, step)
  const done = deeds.filter(
    (deed, at) =>
      isDone(deed) &&
      deed.match &&
      (trigger || verbOf(deed.words) !== null) &&
      !asksMade(deed, deeds.slice(0, at)) &&
      !(step && isOfOtherEvent(deed, step)),
  )
  const ofEvent = step ? conditionsOfEvent(event, step) : []
  const asked = readConditions(whole, conditions, { trigger: step, queries: before, preference })
  const sources = { trigger: step, queries: [...before, ...asked.queries], sought: event }
  const isOfTrigger = (word: Word) => isAddress(word) && Object.values(trigger?.fields ?? {}).includes(word.text)
  const where = all.filter(isOfTrigger)
  const actions = done.flatMap(({ match, words }, at) =>
    match
      ? [
          {
            id: match.step.id,
            fields: fillFields(match.step, {
              words: [...withText(words, done.slice(0, at)), ...(isOfThing(match.step, step) ? where : [])],
              from: { ...sources, queries: before },
            }),
          },
        ]
      : [],
  )
  // Nothing is looked up for nobody.
  const limits = actions.length > 0 ? asked : { groups: [], unmet: conditions.map(({ text }) => text) }
  const compared = joinGroups([...ofEvent.map((each) => ({ ...each, text: '' })), ...limits.groups])
  const kept = compared.conditions?.conditions ?? []
  const texts = JSON.stringify([actions, compared.conditions])
  // Their places, no values.
  const limiting = conditions.flatMap(({ words }) => words.filter(({ kind }) => kind === 'word'))
  const said = [...event, ...deeds.flatMap(({ words }) => words)]
  const ofConditions = readWords(conditions.map(({ text }) => text).join(' . '), whole.vocabulary)
  const queries = sources.queries
    .filter((query) => texts.includes(ingredientName(query, '')))
    .map((query) => ({
      id: query.id,
      fields: fillFields(query, {
        words: asked.queries.includes(query) ? [...said, ...limiting] : said,
        from: { trigger: step, queries: [] },
      }),
    }))
  const told = event.length === 0 || step?.service.id === CLOCK ? queries : [...(trigger ? [trigger] : []), ...queries]
  const clauses = [
    ...(told.length > 0
      ? [
          {
            words: event,
            steps: told,
            about: [],
            conditions: kept,
            deed: null,
          },
        ]
      : []),
    ...deeds.flatMap((deed) => {
      const at = done.indexOf(deed)
      const action = actions[at]
      if (!action && isDone(deed)) return []
      const shown = queries.filter(({ id }) => action && sourcesIn(action, sources).some((from) => from.id === id))
      const steps = action ? [action, ...shown] : [...(trigger ? [trigger] : []), ...queries]
      return [
        {
          words: deed.words.filter((word) => !isOfTrigger(word)),
          steps,
          about: action ? sourcesIn(action, sources) : [],
          conditions: [],
          deed,
        },
      ]
    }),
  ]
  const places = clauses.flatMap((clause) => placesIn(clause, whole))
  const placed = (each: ProposedStep) =>
    withSaid(each, Object.fromEntries(places.flatMap(({ of, slug, text }) => (of === each ? [[slug, text]] : []))))
  const drafted = [step, ...sources.queries, ...done.map(({ match }) => match?.step)].filter((each) => each != null)
  const unsure = clauses.find(
    ({ deed, ...clause }) =>
      (deed === null ? told[0] === trigger || sought.length > 0 : done.includes(deed)) &&
      saysOther({ ...clause, steps: clause.steps.map(placed) }, whole, drafted),
  )
  if (unsure) return writeProposal({ ...understood, ...without(unsure.deed, understood) })
  const unknown = deeds
    .filter((deed) => isDone(deed) && !done.includes(deed))
    .map(({ words }) => words.filter((word) => !isOfTrigger(word)))
  const isUnknown = told.length === 0 && event.length > 0
  return {
    ...NO_PROPOSAL,
    trigger: trigger && placed(trigger),
    queries: queries.map(placed),
    conditions: compared.conditions,
    actions: actions.map(placed),
    assumed: [
      ...sources.queries.flatMap((query) => firstOf(query, said, JSON.stringify(actions))),
      ...(actions.some(({ fields }) => fields['method'] === 'GET')
        ? said.flatMap(({ text }) => (GETTING.test(text) ? [`“${text}” as GET`] : []))
        : []),
    ],
    unmet: [
      ...(isUnknown ? [textOf(event)] : []),
      ...[...clauses, { words: lost(all, [...said, ...ofConditions]), steps: [], about: [], conditions: [] }]
        .flatMap((clause) => unusedIn({ ...clause, steps: clause.steps.map(placed) }, whole))
        .map(textOf),
      ...unknown.map(withoutJoint),
      ...limits.unmet,
      ...compared.unmet,
      // What no step tells of.
      ...(texts.match(PLACEHOLDER) ?? []).filter((each) => trigger && !isIngredient(each, sourcesOf(sources))),
    ].filter(Boolean),
  }
}

/** Without what a clause was taken for: a deed, or else what starts the Applet or is looked up. */
function without(deed: ChosenDeed | null, { step, trigger, deeds }: Understood): Partial<Understood> {
  if (deed) return { deeds: deeds.map((each) => (each === deed ? { ...deed, match: null } : each)) }
  return step?.service.id === CLOCK ? { step, trigger, queries: [] } : { step: null, trigger: null, queries: [] }
}

/** "watch https://… and tell me when it changes": an address that nothing else takes is where the event happens. */
function withAddress(
  trigger: ProposedStep,
  step: KnownStep,
  words: readonly Word[],
  deeds: readonly ChosenDeed[],
): ProposedStep {
  const taken = deeds
    .filter((deed) => !isSaid(deed, step) && !(deed.match && isOfThing(deed.match.step, step)))
    .map(({ match, words: own }) => (match ? fillFields(match.step, { words: own, from: null }) : own))
  const known = JSON.stringify([taken, trigger.fields])
  const left = words.filter((word) => isAddress(word) && !known.includes(word.text))
  return left.length === 1
    ? { ...trigger, fields: { ...fillFields(step, { words: left, from: null }), ...trigger.fields } }
    : trigger
}

/** "my open tasks": a text shows no more than the first of what is looked up. */
function firstOf(query: KnownStep, words: readonly Word[], texts: string): string[] {
  if (!texts.includes(ingredientName(query, ''))) return []
  const names = [...stemsOfName(query), ...stemsOfKeywords(query)]
  const at = words.findIndex(
    ({ text, stems }) => /^(?!today).*[^s]s$/i.test(text) && stems.some((each) => names.includes(each)),
  )
  const from = words.findLastIndex(({ stems, before }, index) => index < at && (before !== '' || stems.every(isFiller)))
  return at < 0 ? [] : [`the first of “${textOf(words.slice(from + 1, at + 1))}”`]
}

/** "post "hi" on Mastodon and Bluesky": what has no verb of its own gets the text of the deed before. */
function withText(words: readonly Word[], before: readonly ChosenDeed[]): readonly Word[] {
  const isText = ({ kind, text }: Word) => kind === 'quoted' || SHOWN.test(text)
  const last = before.findLast((deed) => deed.words.some(isText))
  const isOwn = words.some((word) => isDeed(word) || isText(word))
  return last && !isOwn ? [...words, ...last.words.filter(isText)] : words
}

/** Its triggers are rhythms, whose words are taken out. */
const CLOCK = 'schedule'

/** "create a task and text me its link": what an action makes is known to nobody yet. */
function asksMade({ words, match }: ChosenDeed, before: readonly ChosenDeed[]): boolean {
  const isMade = before.some((deed) => deed.match && /^(?:add|create|open)\b/i.test(deed.match.step.name))
  const isChange = match !== null && changesThing(match.step.name)
  return (
    isMade &&
    words.some(({ text }, at) =>
      /^(?:it|them)$/i.test(text) ? isChange : /^(?:links?|urls?|number)$/i.test(text) && says(words[at - 1], /^its$/i),
    )
  )
}

/** "when a merge request is opened, comment on it": at the same service, an action for its issues is for other things. */
function isOfOtherEvent({ words, match }: ChosenDeed, trigger: KnownStep): boolean {
  if (match?.step.service !== trigger.service) return false
  const told = stemsIn(`${trigger.name} ${trigger.description}`)
  const things = thingsOf(match.step)
  const isSame = things.some((each) => told.has(each) || words.some(({ stems }) => stems.includes(each)))
  return things.length > 0 && !isSame
}

/** "label it": done to the thing that started it, where that is. */
function isOfThing({ name, service }: KnownStep, trigger: KnownStep | null): boolean {
  return service === trigger?.service && changesThing(name)
}

function isAddress({ kind }: Word): boolean {
  return kind === 'address' || kind === 'path'
}

const WATCH = /^(?:watch|check|keep an eye on|monitor)$/i

/** "watch a page and …", "feed https://…: …": what the trigger does already. */
function isSaid({ words, match }: ChosenDeed, step: KnownStep | null): boolean {
  const isWatch = words.some(({ text }) => WATCH.test(text))
  const text = stemsIn(step ? `${step.name} ${step.description} ${step.service.name}` : '')
  if (!isWatch && (match || (verbOf(words) !== null && !words.some(isAddress)))) return false
  const left = words.filter((word) => !isDeed(word) && word.stems.some((each) => !isFiller(each)))
  return left.length === 0 ? isWatch : left.every((word) => word.stems.some((each) => text.has(each)))
}

function stemsIn(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).map(stem))
}

/** Without the words that join it to what stood before. */
function withoutJoint(words: readonly Word[]): string {
  return textOf(words).replace(/^(?:(?:and|then|also|plus)\s+)+/i, '')
}

/** The words that are in no clause. */
function lost(words: readonly Word[], clauses: readonly Word[]): Word[] {
  const left = clauses.map(({ text }) => text)
  return words.filter(({ text }) => {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** The steps whose ingredients a step shows. */
function sourcesIn({ fields }: ProposedStep, from: Sources): KnownStep[] {
  const texts = JSON.stringify(fields)
  return sourcesOf(from).filter((step) =>
    step.ingredients.some(({ slug }) => texts.includes(ingredientInText(step, slug))),
  )
}
