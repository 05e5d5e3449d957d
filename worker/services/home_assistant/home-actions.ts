import { parseJson } from '../../contract/shared/parse-json.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition } from '../../engine/steps/service-steps.ts'
import { field, optionalField } from '../format/define-service.ts'
import { httpAction } from '../format/http/http-steps.ts'
import type { ServiceCode } from '../format/service-code.ts'
import type { ActionFile, FieldDefinition, Sample } from '../format/service-definition.ts'
import { entity } from './entity-field.ts'
import { HOME_ASSISTANT } from './state-history.ts'

const data = optionalField('data', 'Data', 'textarea', { hint: 'JSON, such as {"brightness_pct": 40}.' })
const callFields = [
  field('service', 'Action', 'text', { hint: 'Such as light.turn_on.' }),
  { ...entity, required: false },
  data,
]
const webhookFields = [
  field('webhook_id', 'Webhook ID', 'secret', {
    destination: true,
    hint: 'As the automation in Home Assistant names it; allow it there from the internet.',
  }),
  data,
]

function switchEntity(way: 'on' | 'off'): ActionFile {
  return {
    slug: `turn_${way}`,
    name: `Turn ${way} something`,
    description: `Turns ${way} a light, a switch, or anything else at home.`,
    repeat: 'safe',
    phrase: `turn ${way} something at home`,
    sentence: `turn ${way} {{fields.entity}}`,
    fields: [entity],
    request: {
      post: `/api/services/homeassistant/turn_${way}`,
      json: { entity_id: '{{fields.entity}}' },
    },
  }
}

const switched = { fields: { entity: 'light.kitchen' }, answer: [] }

/** Sends the JSON that the user wrote, with what else is given. */
function sendData(
  fields: FieldDefinition[],
  request: (values: Record<string, string>) => { path: string; more: object },
): ActionDefinition['run'] {
  return async (call, io) => {
    const written = readObject(call.fields['data'] ?? '')
    if (!written)
      return failedOutcome({ failure: 'input', message: 'Data must be JSON, such as {"brightness_pct": 40}.' })
    const { path, more } = request(call.fields)
    const send = httpAction(HOME_ASSISTANT, { fields, request: { post: path, json: {} } })
    const body = JSON.stringify({ ...written, ...more })
    return send(call, { ...io, fetch: (address, init) => io.fetch(address, { ...init, body }) })
  }
}

/** An empty text is an empty object; null for what is not an object. */
function readObject(text: string): object | null {
  if (text.trim() === '') return {}
  const read = parseJson(text)
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : null
}

const callService = sendData(callFields, ({ entity: id = '' }) => {
  const more = id.trim() === '' ? {} : { entity_id: id.trim() }
  return { path: '/api/services/{{fields.domain}}/{{fields.verb}}', more }
})

export const homeActions: ActionFile[] = [
  switchEntity('on'),
  switchEntity('off'),
  {
    slug: 'call_service',
    name: 'Call a service',
    description: 'Does any action that Home Assistant offers, with your own data.',
    phrase: 'call a service of your home',
    sentence: 'call {{fields.service}} of your home',
    repeat: 'unsafe',
    fields: callFields,
  },
  {
    slug: 'fire_webhook',
    name: 'Fire a webhook',
    description: 'Starts an automation of Home Assistant that waits for a webhook.',
    phrase: 'fire a webhook of your home',
    repeat: 'unsafe',
    fields: webhookFields,
  },
]

export const homeActionCode: NonNullable<ServiceCode['actions']> = {
  call_service: {
    run: async (call, io) => {
      const [, domain, verb] = /^([a-z0-9_]+)\.([a-z0-9_]+)$/.exec((call.fields['service'] ?? '').trim()) ?? []
      if (!domain || !verb) return failedOutcome({ failure: 'input', message: 'Action must look like light.turn_on.' })
      return callService({ ...call, fields: { ...call.fields, domain, verb } }, io)
    },
  },
  fire_webhook: { run: sendData(webhookFields, () => ({ path: '/api/webhook/{{fields.webhook_id}}', more: {} })) },
}

export const homeActionSamples: Record<string, Sample> = {
  turn_on: switched,
  turn_off: switched,
  call_service: { fields: { service: 'light.turn_on', entity: 'light.kitchen', data: '' }, answer: [] },
  fire_webhook: { fields: { webhook_id: 'doorbell-4711', data: '' }, answer: '' },
}
