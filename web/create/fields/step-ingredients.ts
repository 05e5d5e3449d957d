import type { IngredientType } from '../../../worker/contract/connections/service.ts'
import type { DraftIngredient, DraftStepView, DraftView } from '../../../worker/contract/drafts/draft.ts'
import type { KnownIngredients } from '../../site/ingredients/known-ingredients.ts'

/** The ingredients that a text may use, by the step that gives them. */
export type IngredientGroup = { step: string; ingredients: readonly DraftIngredient[] }

/** The source of a text's ingredients: the last event, or null for their examples. `timeZone`: the user's. */
export type TextSource = { groups: readonly IngredientGroup[]; lastEvent: EventValues | null; timeZone: string }

/** An event's values by the ingredient's name, as a text has it. */
export type EventValues = Readonly<Record<string, string | number | boolean | null>>

/** Lists the ingredients that this step's texts may use: the trigger's, and those of the queries before it. */
export function ingredientsBefore(steps: DraftView['steps'], { key, kind }: DraftStepView): IngredientGroup[] {
  if (kind === 'trigger') return []
  const own = steps.findIndex((step) => step.key === key)
  return groupsOf(steps.filter((step, index) => index < own && step.kind !== 'action'))
}

/** Lists the ingredients that "Only if …" may use: the trigger's, and those of all queries. */
export function ingredientsOfEvent(steps: DraftView['steps']): IngredientGroup[] {
  return groupsOf(steps.filter(({ kind }) => kind !== 'action'))
}

function groupsOf(steps: readonly DraftStepView[]): IngredientGroup[] {
  return steps.flatMap(({ name, service, ingredients }) =>
    ingredients.length === 0 ? [] : [{ step: service ? `${service.short_name}: ${name}` : name, ingredients }],
  )
}

/** What else people search for, by what an ingredient is called. */
const ALSO_CALLED: readonly [label: RegExp, words: string][] = [
  [/\bby$|author|sender|owner|creator|assignee|from|handle/i, 'user person who'],
  [/url|link|address/i, 'link url address website'],
  [/text|body|message|content|description/i, 'text content message words'],
  [/date|time|\b(?:at|on)$/i, 'when date time day'],
  [/image|photo|picture|avatar/i, 'image picture photo'],
  [/count|number|total/i, 'how many number'],
]

const EXAMPLE_MAX = 60

/** Writes a time for readers: without it, a text has it as 2026-03-01T12:00:00.000Z. */
const FOR_READERS = ' | date'
const TIMES: readonly IngredientType[] = ['date', 'datetime']

/**
 * The ingredients that a text may use, each in the list with its example; null where there are none. `forPeople`: nothing
 * computes with the text, so a time comes with the filter that writes it for readers.
 */
export function knownIngredients({ groups, lastEvent }: TextSource, forPeople: boolean): KnownIngredients | null {
  if (groups.length === 0) return null
  const given = groups.flatMap(({ step, ingredients }) =>
    ingredients.map(({ name, label, type, example }) => {
      const shown = String(lastEvent?.[name] ?? example).trim()
      return {
        value: forPeople && TIMES.includes(type) ? name + FOR_READERS : name,
        label,
        group: step,
        words: ALSO_CALLED.flatMap(([called, words]) => (called.test(label) ? [words] : [])).join(' '),
        detail: shown.length > EXAMPLE_MAX ? `${shown.slice(0, EXAMPLE_MAX)}…` : shown,
      }
    }),
  )
  // There in every text.
  const now = forPeople ? `Now${FOR_READERS}` : 'Now'
  const options = [...given, { value: now, label: 'Now', group: 'Always', detail: 'The time when it runs' }]
  return { ingredients: groups.flatMap(({ ingredients }) => ingredients), options }
}
