import { readWords } from '../../services/catalog/words/read-words.ts'
import { readSchedule } from '../../services/catalog/words/read-schedule.ts'
import { markTexts } from '../sentence/said-texts.ts'
import type { StepKind } from '../../contract/connections/service.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import {
  callsAddress,
  matchSteps,
  preferenceOf,
  withSteps,
  type StepIndex,
} from '../../services/catalog/steps/step-index.ts'

/** How many steps of each kind a planner or a model gets to choose from. */
type SliceSizes = Record<StepKind, number>
const SLICE_SIZES: SliceSizes = { trigger: 12, query: 12, action: 20 }
/** For a model, of a sentence whose words find few steps because they are of another language. */
export const WIDE_SLICE: SliceSizes = { trigger: 40, query: 12, action: 40 }

/** The part of the catalog that fits a sentence, and what besides the sentence is known of its author. */
export type Slice = {
  /** Its steps alone, the best of each kind first. */
  steps: readonly KnownStep[]
  index: StepIndex
  /** Modules of the services that the author has connected. */
  connected: ReadonlySet<string>
  /** The author's time zone, such as Europe/Berlin. */
  zone: string
}

/** What else a rhythm with days or several times may need. */
const OF_RHYTHMS = [
  'schedule/triggers/every_day',
  'schedule/triggers/every_weekday',
  'schedule/triggers/every_week',
  'schedule/triggers/cron',
]

type Author = Pick<Slice, 'connected' | 'zone'>

/** The best steps for a sentence by its words, then the most popular ones. */
export function chooseSlice(
  index: StepIndex,
  sentence: string,
  { connected, zone }: Author,
  sizes = SLICE_SIZES,
): Slice {
  const words = readWords(sentence, index.vocabulary)
  const isCalled = words.some(({ kind }) => kind === 'address')
  const preference = preferenceOf(connected)
  const rhythm = readSchedule(markTexts(sentence, index.vocabulary).text)
  const ofClock = new Set([`schedule/triggers/${rhythm?.slug}`, ...(rhythm ? OF_RHYTHMS : []), 'schedule/queries/now'])
  const steps = (['trigger', 'query', 'action'] as const).flatMap((kind) => {
    const needed = index.steps.flatMap(({ step }) =>
      ofClock.has(step.id) || (isCalled && callsAddress(step)) ? [step] : [],
    )
    const found = matchSteps(index, words, { kind, preference }).map(({ step }) => step)
    const popular = index.steps.map(({ step }) => step).toSorted((left, right) => preference(right) - preference(left))
    const all = [...needed, ...found, ...popular].filter((step) => step.kind === kind)
    return [...new Set(all)].slice(0, sizes[kind])
  })
  return { steps, index: withSteps(index, new Set(steps)), connected, zone }
}
