import { field, optionalField } from '../format/define-service.ts'
import type { ActionFile, Sample } from '../format/service-definition.ts'
import { entity } from './entity-state.ts'

const data = optionalField('data', 'Data', 'textarea', { hint: 'JSON, such as {"brightness_pct": 40}.' })

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
    fields: [
      field('service', 'Action', 'text', {
        hint: 'Such as light.turn_on.',
        match: { as: '{domain}.{name}', message: 'Action must look like light.turn_on.' },
      }),
      { ...entity, required: false },
      data,
    ],
    request: {
      post: '/api/services/{{fields.service.domain}}/{{fields.service.name}}',
      json: { $parse: '{{fields.data}}', entity_id: '{{fields.entity}}' },
    },
  },
  {
    slug: 'fire_webhook',
    name: 'Fire a webhook',
    description: 'Starts an automation of Home Assistant that waits for a webhook.',
    phrase: 'fire a webhook of your home',
    repeat: 'unsafe',
    fields: [
      field('webhook_id', 'Webhook ID', 'secret', {
        destination: true,
        hint: 'As the automation in Home Assistant names it; allow it there from the internet.',
      }),
      data,
    ],
    request: { post: '/api/webhook/{{fields.webhook_id}}', json: { $parse: '{{fields.data}}' } },
  },
]

/** A light that was switched, as Home Assistant lists what has changed. */
function switched(way: 'on' | 'off'): Sample {
  const since = '2026-03-01T08:00:00.000Z'
  const attributes = { friendly_name: 'Kitchen light' }
  const light = { entity_id: 'light.kitchen', state: way, attributes, last_changed: since, last_updated: since }
  return { fields: { entity: 'light.kitchen' }, answer: [light] }
}

export const homeActionSamples: Record<string, Sample> = {
  turn_on: switched('on'),
  turn_off: switched('off'),
  call_service: {
    fields: { service: 'light.turn_on', entity: 'light.kitchen', data: '{"brightness_pct": 40}' },
    answer: switched('on').answer,
  },
  fire_webhook: { fields: { webhook_id: 'doorbell-4711', data: '' }, answer: '', status: 200 },
}
