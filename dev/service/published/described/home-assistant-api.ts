import { describeApi, listOf, object, oneOf, text } from './describe-api.ts'

const moment = { type: 'string', format: 'date-time' }
const times = { last_changed: moment, last_updated: moment, last_reported: moment }
const entity = object({ entity_id: text, state: text, attributes: { type: 'object' }, context: {}, ...times }, [
  'entity_id',
  'state',
  'attributes',
])
/** With `minimal_response`, those between the first and the last are a state and a time. */
const recorded = object({ entity_id: text, state: text, attributes: { type: 'object' }, ...times }, [
  'state',
  'last_changed',
])

/** Written from developers.home-assistant.io, "REST API", which has no schema. */
export const homeAssistantApi = describeApi({
  'GET /api/config': { answer: { type: 'object', required: ['location_name'] } },
  'GET /api/states': { answer: listOf(entity) },
  'GET /api/states/{entity_id}': { answer: entity },
  'GET /api/history/period/{timestamp}': {
    query: {
      filter_entity_id: text,
      end_time: moment,
      minimal_response: oneOf(1),
      no_attributes: oneOf(1),
      significant_changes_only: oneOf(0, 1),
    },
    required: ['filter_entity_id'],
    answer: listOf(listOf(recorded)),
  },
  'POST /api/services/{domain}/{service}': { json: { type: 'object' }, answer: listOf(entity) },
  'POST /api/webhook/{webhook_id}': { json: {}, answer: null },
})
