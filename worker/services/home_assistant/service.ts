import { defineService, ingredient } from '../format/define-service.ts'
import { entity } from './entity-field.ts'
import { entityTriggerCode, entityTriggers, entityTriggerSamples } from './entity-triggers.ts'
import { homeActionCode, homeActions, homeActionSamples } from './home-actions.ts'
import { HOME_ASSISTANT } from './state-history.ts'

export const home_assistant = defineService({
  ...HOME_ASSISTANT,
  description: 'Your own smart home: react to sensors and doors, and switch whatever it can switch.',
  keywords: ['sensor', 'entity', 'home'],
  category: 'home',
  color: '#18bcf2',
  popularity: 82,
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'address',
        label: 'Address',
        type: 'url',
        base: true,
        match: { as: '{scheme}://{at*}', message: 'Enter a public https address.' },
        hint: 'Where it is reached from the internet, such as https://home.example.com.',
      },
      {
        slug: 'token',
        label: 'Long-lived access token',
        type: 'secret',
        page: 'https://my.home-assistant.io/redirect/profile_security/',
        hint: 'In Home Assistant: your profile, Security, Long-lived access tokens.',
      },
    ],
    // A home is known by its address: its API tells no id of its own.
    account: { get: '/api/config', id: '{{credentials.address.at}}', name: '$.location_name' },
  },
  triggers: entityTriggers,
  queries: [
    {
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
    },
  ],
  actions: homeActions,
  samples: {
    account: { location_name: 'Home', version: '2026.3.0', state: 'RUNNING' },
    triggers: entityTriggerSamples,
    queries: {
      entity_state: {
        fields: { entity: 'sensor.kitchen' },
        answer: {
          entity_id: 'sensor.kitchen',
          state: '21.5',
          last_changed: '2026-03-01T08:00:00.000Z',
          attributes: { friendly_name: 'Kitchen temperature', unit_of_measurement: '°C' },
        },
      },
    },
    actions: homeActionSamples,
  },
  code: {
    triggers: entityTriggerCode,
    actions: homeActionCode,
  },
})
