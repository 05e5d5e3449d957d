import { defineService } from '../format/define-service.ts'
import { entityState, entityStateSample, HOME_ASSISTANT } from './entity-state.ts'
import { entityTriggerCode, entityTriggers, entityTriggerSamples } from './entity-triggers.ts'
import { homeActions, homeActionSamples } from './home-actions.ts'

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
        label: 'Web address',
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
  queries: [entityState],
  actions: homeActions,
  samples: {
    account: { location_name: 'Home', version: '2026.3.0', state: 'RUNNING' },
    triggers: entityTriggerSamples,
    queries: { entity_state: entityStateSample },
    actions: homeActionSamples,
  },
  code: { triggers: entityTriggerCode },
})
