import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { field, ingredient, optionalField } from '../format/define-service.ts'
import type { ServiceCode, TriggerCode } from '../format/service-code.ts'
import type { Sample, TriggerFile } from '../format/service-definition.ts'
import { entity } from './entity-state.ts'
import { changesTo, crossings, stateChanges, type StateRow } from './state-changes.ts'
import { readHistory } from './state-history.ts'

const limit = field('limit', 'Limit', 'number')

/** The first and the last row of a history are whole, the others are a state and a time. */
const ingredientsFrom = (state: string, before: string) => [
  ingredient(
    'EntityName',
    'Name',
    'text',
    'Kitchen temperature',
    '{{$1[0].attributes.friendly_name | default: fields.entity}}',
  ),
  ingredient('EntityId', 'Entity', 'text', 'sensor.kitchen', '{{fields.entity}}'),
  ingredient('State', 'State', 'text', state, '$.state'),
  ingredient('PreviousState', 'State before', 'text', before),
  ingredient('Unit', 'Unit', 'text', '°C', '$1[0].attributes.unit_of_measurement'),
  ingredient('ChangedAt', 'Changed at', 'datetime', '2026-03-01T08:00:00.000Z', '{{$.last_changed | moment}}'),
]

/** What held when the time that is asked for began, as of then, and each change since. */
const history = {
  request: {
    get: '/api/history/period/{{values.start}}',
    query: { filter_entity_id: '{{fields.entity}}', end_time: '{{now | plus: "10m"}}', minimal_response: '1' },
  },
  items: '$[*][*]',
  id: '{{fields.entity}} {{$.last_changed | moment}}',
  at: '$.last_changed',
  order: 'oldest_first',
  errors: [
    {
      status: 404,
      as: 'fail',
      message: 'This Home Assistant keeps no history. Turn on its History integration.',
    },
  ],
} satisfies Partial<TriggerFile>

export const entityTriggers: TriggerFile[] = [
  {
    slug: 'state_changed',
    name: 'State changed',
    description: 'Starts each time the state of an entity changes.',
    phrase: 'the state of an entity changes',
    sentence: 'the state of {{fields.entity}} changes',
    fields: [entity, optionalField('to', 'To', 'text', { hint: 'Such as on. Leave it empty for every change.' })],
    ingredients: ingredientsFrom('21.5', '19.5'),
    ...history,
  },
  {
    slug: 'state_above',
    name: 'Number rises above',
    description: 'Starts each time the number of an entity rises above a limit.',
    phrase: 'the number of an entity rises above a limit',
    sentence: '{{fields.entity}} rises above {{fields.limit}}',
    fields: [entity, limit],
    ingredients: ingredientsFrom('24', '21.5'),
    ...history,
  },
  {
    slug: 'state_below',
    name: 'Number falls below',
    description: 'Starts each time the number of an entity falls below a limit.',
    phrase: 'the number of an entity falls below a limit',
    sentence: '{{fields.entity}} falls below {{fields.limit}}',
    fields: [entity, limit],
    ingredients: ingredientsFrom('19.5', '21.5'),
    ...history,
  },
]

/** Which changes start the Applet; null where the fields cannot be used. */
type Kept = (changes: StateRow[], fields: Record<string, string>) => StateRow[] | null

/** Polls an entity's history for the changes that start the Applet. */
function pollHistory(kept: Kept): TriggerCode {
  return {
    polled: (request) => ({
      poll: async (call, io) => {
        const asked = await readHistory(request, call, io)
        if (!asked.ok) return asked
        const { rows, start, mark } = asked.value
        const items = kept(stateChanges(rows, start), call.fields)?.toReversed()
        if (!items) return failedOutcome({ failure: 'input', message: 'Limit must be a number.' })
        const about = { next: null, etag: mark, last_modified: null, unchanged: false, fresh_for: null }
        return { ok: true, value: { items, ...about } }
      },
    }),
  }
}

function crossing(direction: 'above' | 'below'): Kept {
  return (changes, fields) => {
    const text = (fields['limit'] ?? '').trim()
    const value = text === '' ? Number.NaN : Number(text)
    return Number.isFinite(value) ? crossings(changes, direction, value) : null
  }
}

export const entityTriggerCode: NonNullable<ServiceCode['triggers']> = {
  state_changed: pollHistory((changes, { to = '' }) => changesTo(changes, to)),
  state_above: pollHistory(crossing('above')),
  state_below: pollHistory(crossing('below')),
}

const KITCHEN = { friendly_name: 'Kitchen temperature', unit_of_measurement: '°C' }

/** A history of these states, an hour apart. */
function sampleHistory(fields: Record<string, string>, ...states: string[]): Sample {
  const rows = states.map((state, index) => {
    const last_changed = `2026-03-01T0${9 - states.length + index}:00:00.000Z`
    if (index > 0 && index < states.length - 1) return { state, last_changed }
    return { entity_id: 'sensor.kitchen', state, last_changed, last_updated: last_changed, attributes: KITCHEN }
  })
  return {
    fields: { entity: 'sensor.kitchen', ...fields },
    values: { start: '2026-02-28T09:00:00.000Z' },
    answer: [rows],
  }
}

/** What is made happen comes after 21.5 degrees and is the first state again: it crosses its limit. */
export const entityTriggerSamples: Record<string, Sample> = {
  state_changed: sampleHistory({ to: '' }, '19.5', '21.5'),
  state_above: sampleHistory({ limit: '23' }, '24', '21.5', '24'),
  state_below: sampleHistory({ limit: '20' }, '19.5', '21.5', '19.5'),
}
