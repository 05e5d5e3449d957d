import type { StepCall, StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { field, ingredient } from '../format/define-service.ts'
import { sendRequest } from '../format/http/send-request.ts'
import type { QueryFile, Sample } from '../format/service-definition.ts'

export const HOME_ASSISTANT = { id: 'home_assistant', name: 'Home Assistant', hosts: [] }

/** All entities, grouped by their domain. */
export const entity = field('entity', 'Entity', 'select', {
  hint: 'Such as light.kitchen.',
  options: {
    get: '/api/states',
    items: '$',
    value: '$.entity_id',
    label: '$.attributes.friendly_name',
    group: '{{$.entity_id | before: "."}}',
  },
})

export const entityState = {
  slug: 'entity_state',
  name: 'State of an entity',
  description: 'Looks up the present state of an entity.',
  phrase: 'the state of an entity',
  sentence: 'the state of {{fields.entity}}',
  fields: [entity],
  ingredients: [
    ingredient('EntityName', 'Name', 'text', 'Kitchen temperature', '$.attributes.friendly_name'),
    ingredient('EntityId', 'Entity', 'text', 'sensor.kitchen', '$.entity_id'),
    ingredient('State', 'State', 'text', '21.5', '$.state'),
    ingredient('Unit', 'Unit', 'text', '°C', '$.attributes.unit_of_measurement'),
    ingredient('ChangedAt', 'Changed at', 'datetime', '2026-03-01T08:00:00.000Z', '$.last_changed'),
  ],
  request: { get: '/api/states/{{fields.entity}}' },
  items: '$',
  errors: [{ status: 404, as: 'fail', message: 'Home Assistant has no entity {{fields.entity}}.' }],
} satisfies QueryFile

export const entityStateSample: Sample = {
  fields: { entity: 'sensor.kitchen' },
  answer: {
    entity_id: 'sensor.kitchen',
    state: '21.5',
    last_changed: '2026-03-01T08:00:00.000Z',
    attributes: { friendly_name: 'Kitchen temperature', unit_of_measurement: '°C' },
  },
}

/** Asks whether the entity that a trigger names is there. */
export function findEntity({ fields: values }: StepCall, io: StepIo): Promise<StepOutcome<unknown>> {
  const { request, fields, errors } = entityState
  return sendRequest(HOME_ASSISTANT, { request, fields, errors, values }, io)
}
