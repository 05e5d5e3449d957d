import { stepName } from '../../../../worker/engine/filter/service-names.ts'
import { stepsOfDraft } from '../../../../worker/contract/drafts/change-draft.ts'
import { STEP_SEGMENTS, stepIdOf } from '../../../../worker/contract/connections/service.ts'
import type { AppletDraft, DraftStep } from '../../../../worker/contract/drafts/draft.ts'
import type { KnownStep } from '../../../../worker/services/catalog/steps/known-step.ts'
import { identifierOf } from '../../../../worker/services/format/service-definition.ts'
import type { ExpectedCondition, ExpectedValues, Sentence } from '../sentences/sentence.ts'
import type { Answer } from './answer.ts'
import { clockOfTrigger } from './clock-of-trigger.ts'
import { compareClock } from './compare-clock.ts'
import { compareConditions, weekdaysOf } from './compare-conditions.ts'
import { compareValues } from './compare-values.ts'
import { findSteps, idsOf } from './find-steps.ts'
import { isNamed, shareNamed, timeWords, waitWords } from './spoken-words.ts'

/**
 * `right`: all of the sentence is in the draft, nothing more, and nothing is said to be unused. `named`: the draft has
 * nothing wrong, and all that it lacks is said. `wrong`: a step or a value that was not said, or something lacking that
 * is not said; `why` tells which.
 */
export type Score = { sentence: Sentence; verdict: 'right' | 'named' | 'wrong'; why: string[] }

/** A part of a sentence that the draft lacks. `words`: those to be named; null where they are not known apart. */
type Missing = { what: string; words: string | null; ids?: readonly string[] }

/** Compares an answer with all that a sentence says. `catalog`: its steps by id. */
export function scoreSentence(sentence: Sentence, answer: Answer, catalog: ReadonlyMap<string, KnownStep>): Score {
  const { unmet, language, offered } = answer
  const { missing, wrong } = compareDraft(sentence, answer, catalog)
  const isItsLanguage = language !== null && isLanguage(language, sentence.language)
  const count = (sentence.trigger === null ? 0 : 1) + (sentence.queries?.length ?? 0) + sentence.actions.length
  const unknown = missing.filter(({ words }) => words === null).length
  const isSaid = ({ words, ids }: Missing) =>
    isItsLanguage ||
    ids?.some((id) => offered.includes(id)) ||
    (words === null ? shareNamed(sentence.say, unmet) >= unknown / (2 * count) : isNamed(words, unmet))
  const dropped = [
    ...missing.filter((each) => !isSaid(each)).map(({ what }) => what),
    ...(sentence.nobody ?? []).filter((words) => !isNamed(words, unmet)),
  ]
  const why = [
    ...wrong.map((each) => `not said: ${each}`),
    ...dropped.map((each) => `not named: ${each}`),
    ...(language !== null && !isItsLanguage ? [`not its language: ${language}`] : []),
  ]
  const isWhole = missing.length === 0 && sentence.nobody === undefined && unmet.length === 0 && language === null
  return { sentence, verdict: why.length > 0 ? 'wrong' : isWhole ? 'right' : 'named', why }
}

function compareDraft(sentence: Sentence, { draft, assumed }: Answer, catalog: ReadonlyMap<string, KnownStep>) {
  const { say, at, values = {}, when = [], wait, said = {}, uses = [] } = sentence
  const steps = stepsOfDraft(draft)
  const missing: Missing[] = []
  const wrong: string[] = []
  const given = steps.find(({ kind }) => kind === 'trigger')
  const clock = given ? clockOfTrigger(given) : null
  const times = at !== undefined && clock ? compareClock(at, clock, { isOn: weekdaysOf(draft), assumed }) : null
  // Any step of the schedule will do that says just these times.
  const isExact = times?.time === 'same' && times.days === 'same'
  for (const [kind, meant] of [
    ['triggers', sentence.trigger === null ? [] : [sentence.trigger]],
    ['queries', sentence.queries ?? []],
    ['actions', sentence.actions],
  ] as const) {
    const own = steps.filter((step) => STEP_SEGMENTS[step.kind] === kind && !isDayOfCondition(draft, idOf(step)))
    if (kind === 'triggers' && isExact) continue
    const { found, missing: left, extra } = findSteps(kind, meant, own)
    wrong.push(...extra.map(idOf))
    for (const name of left) {
      const words = said[name] ?? (kind === 'triggers' && at !== undefined ? bothTimeWords(say) : null)
      missing.push({ what: name, words, ids: idsOf(kind, name).map((id) => id.replace('/', `/${kind}/`)) })
    }
    if (kind === 'triggers' && found.length > 0 && times)
      for (const part of ['time', 'days'] as const) {
        if (times[part] === 'unsaid')
          wrong.push(`${part} of ${found.map(({ step }) => JSON.stringify(step.fields)).join()}`)
        if (times[part] === 'missing') missing.push({ what: part, words: timeWords(say, part) || null })
      }
    for (const { name, step } of found) {
      const known = catalog.get(idOf(step))
      if (!known) throw new Error(`${idOf(step)} is not in the catalog.`)
      const isClock = given !== undefined && TELLS_TIME.test(`${given.module_name}/${given.slug}`)
      const compared = compareValues(known, step, {
        expected: { ...values[name], ...(kind === 'triggers' && filterFields(when)) },
        say,
        isClock,
      })
      wrong.push(...compared.unsaid.map((each) => `${name} ${each}`))
      missing.push(...compared.missing.map((words) => ({ what: `${name} ${words}`, words })))
      if (kind === 'queries' && !isUsed(draft, known)) wrong.push(`${name}, which nothing uses`)
    }
  }
  const conditions = compareConditions(draft, { expected: when, hasDays: times !== null })
  wrong.push(...conditions.extra)
  missing.push(...conditions.missing.map((each) => ({ what: each.said, words: each.said })))
  const waited = draft.steps.flatMap((step) => (step.kind === 'wait' ? [step.seconds] : []))[0]
  if (waited !== undefined && waited !== wait) wrong.push(`a wait of ${waited} s`)
  if (wait !== undefined && waited === undefined) missing.push({ what: 'wait', words: waitWords(say) })
  const texts = steps.flatMap(({ kind, fields }) => (kind === 'action' ? Object.values(fields) : [])).join('\n')
  for (const any of uses)
    if (!any.some((name) => texts.includes(`{{${name}}}`))) missing.push({ what: any.join(), words: null })
  return { missing, wrong }
}

/** The trigger's fields that may hold a condition, which `compareConditions` asks for. */
function filterFields(when: readonly ExpectedCondition[]): ExpectedValues {
  const said = when.flatMap(({ any }) => any).filter((way) => way.includes('='))
  return Object.fromEntries(
    said.map((way) => {
      const [slug = '', value = ''] = way.split('=')
      return [`${slug}?`, value]
    }),
  )
}

/** Triggers that report nothing but when they happened. */
const TELLS_TIME = /^(?:schedule\/|button\/|weather\/sun)/

function idOf(step: DraftStep): string {
  return stepIdOf(step.kind, step)
}

/** The day of the week that a condition compares has to be looked up. */
function isDayOfCondition({ steps }: AppletDraft, id: string): boolean {
  return (
    id === 'schedule/queries/now' &&
    steps.some((step) => step.kind === 'filter' && JSON.stringify(step).includes('.Weekday'))
  )
}

/** Whether a text or a condition has anything that the query reports. */
function isUsed({ steps }: AppletDraft, { service, slug }: KnownStep): boolean {
  return JSON.stringify(steps).includes(`${identifierOf(service)}.${stepName(slug)}.`)
}

function bothTimeWords(say: string): string | null {
  return `${timeWords(say, 'time')} ${timeWords(say, 'days')}`.trim() || null
}

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

function isLanguage(said: string, code: string | undefined): boolean {
  return code !== undefined && (said === code || said === NAMES.of(code))
}
