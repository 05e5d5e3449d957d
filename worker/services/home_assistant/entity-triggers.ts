import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { Poll } from '../../engine/steps/service-steps.ts'
import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { field, ingredient, optionalField } from '../format/define-service.ts'
import type { ServiceCode } from '../format/service-code.ts'
import type { Sample, TriggerFile } from '../format/service-definition.ts'
import { entity } from './entity-field.ts'
import { crossings, stateChanges, type StateChange } from './state-changes.ts'
import { readHistory, type StateHistory } from './state-history.ts'

const limit = field('limit', 'Limit', 'number')
const CHANGED = '2026-03-01T08:00:00.000Z'
const STARTED = '2026-03-01T00:00:00.000Z'

const ingredientsFrom = (previous: string) => [
  ingredient('EntityName', 'Name', 'text', 'Kitchen temperature'),
  ingredient('EntityId', 'Entity', 'text', 'sensor.kitchen'),
  ingredient('State', 'State', 'text', '21.5'),
  ingredient('PreviousState', 'State before', 'text', previous),
  ingredient('Unit', 'Unit', 'text', '°C'),
  ingredient('ChangedAt', 'Changed at', 'datetime', CHANGED),
]
const changeIngredients = ingredientsFrom('19.5')
const sampleAnswer = (before: string) => [
  [
    {
      entity_id: 'sensor.kitchen',
      state: before,
      last_changed: STARTED,
      last_updated: STARTED,
      attributes: { friendly_name: 'Kitchen temperature', unit_of_measurement: '°C' },
    },
    { state: '21.5', last_changed: CHANGED },
  ],
]

type Kept = (changes: StateChange[], fields: Record<string, string>) => StateChange[] | null

/** A poll of an entity's history. `kept`: which changes start the Applet; null where the fields cannot be used. */
function pollHistory(kept: Kept): Poll {
  return async ({ fields, etag }, io) => {
    const id = (fields['entity'] ?? '').trim()
    const asked = await readHistory(id, etag, io)
    if (!asked.ok) return asked
    const { history, mark } = asked.value
    const changes = kept(stateChanges(history), fields)
    if (changes === null) return failedOutcome({ failure: 'input', message: 'Limit must be a number.' })
    const items = changes.map((change) => toItem(id, history, change)).toReversed()
    const about = { next: null, etag: mark, last_modified: null, unchanged: false, fresh_for: null }
    return { ok: true, value: { items, ...about } }
  }
}

function toItem(entity_id: string, { name, unit }: StateHistory, { state, from, changed }: StateChange): TriggerItem {
  const ChangedAt = new Date(changed).toISOString()
  const ingredients = {
    EntityName: name,
    EntityId: entity_id,
    State: state,
    PreviousState: from,
    Unit: unit,
    ChangedAt,
  }
  return { id: `${entity_id} ${ChangedAt}`, at: changed, ingredients }
}

function crossing(direction: 'above' | 'below'): Kept {
  return (changes, fields) => {
    const text = (fields['limit'] ?? '').trim()
    const value = text === '' ? Number.NaN : Number(text)
    return Number.isFinite(value) ? crossings(changes, direction, value) : null
  }
}

const toState: Kept = (changes, fields) => {
  const wanted = (fields['to'] ?? '').trim()
  return wanted === '' ? changes : changes.filter(({ state }) => state.toLowerCase() === wanted.toLowerCase())
}

export const entityTriggers: TriggerFile[] = [
  {
    slug: 'state_changed',
    name: 'State changed',
    description: 'Starts each time the state of an entity changes.',
    phrase: 'the state of an entity changes',
    sentence: 'the state of {{fields.entity}} changes',
    fields: [entity, optionalField('to', 'To', 'text', { hint: 'Such as on. Leave it empty for every change.' })],
    ingredients: changeIngredients,
  },
  {
    slug: 'state_above',
    name: 'Number rises above',
    description: 'Starts each time the number of an entity rises above a limit.',
    phrase: 'the number of an entity rises above a limit',
    sentence: '{{fields.entity}} rises above {{fields.limit}}',
    fields: [entity, limit],
    ingredients: changeIngredients,
  },
  {
    slug: 'state_below',
    name: 'Number falls below',
    description: 'Starts each time the number of an entity falls below a limit.',
    phrase: 'the number of an entity falls below a limit',
    sentence: '{{fields.entity}} falls below {{fields.limit}}',
    fields: [entity, limit],
    ingredients: ingredientsFrom('24'),
  },
]

export const entityTriggerCode: NonNullable<ServiceCode['triggers']> = {
  state_changed: { poll: pollHistory(toState) },
  state_above: { poll: pollHistory(crossing('above')) },
  state_below: { poll: pollHistory(crossing('below')) },
}

export const entityTriggerSamples: Record<string, Sample> = {
  state_changed: { fields: { entity: 'sensor.kitchen', to: '' }, answer: sampleAnswer('19.5') },
  state_above: { fields: { entity: 'sensor.kitchen', limit: '20' }, answer: sampleAnswer('19.5') },
  state_below: {
    fields: { entity: 'sensor.kitchen', limit: '22' },
    answer: sampleAnswer('24'),
  },
}
