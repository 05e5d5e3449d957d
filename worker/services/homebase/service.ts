import {
  defineService,
  demoOAuth,
  demoPoll,
  field,
  ingredient,
  liveOptions,
  optionalField,
} from '../format/define-service.ts'

const device = field('device', 'Device', 'select', liveOptions('devices'))
const door = optionalField('door', 'Door to watch', 'select', {
  ...liveOptions('devices'),
  hint: 'Choose a door to hear when it stays open.',
})
const presenceIngredients = (event: string) => [
  ingredient('EnteredOrExited', 'Entered or exited', 'text', event, '$.event'),
  ingredient('Who', 'Who', 'text', 'Ada', '$.who'),
  ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T18:30:00.000Z', '$.at'),
]
const presence = (event: string) => ({
  presence: [{ id: 'E1', event, who: 'Ada', at: '2026-03-01T18:30:00.000Z', created_at: '2026-03-01T18:30:00.000Z' }],
  next_cursor: null,
})

export const homebase = defineService({
  module_name: 'homebase',
  identifier: 'Homebase',
  name: 'Homebase',
  short_name: 'Homebase',
  description: 'The hub of your home: locks, heating and switches, and whether anyone is home.',
  keywords: ['home', 'house', 'device'],
  category: 'home',
  brand_color: '#0a7d73',
  popularity: 78,
  base_url: 'https://api.homebase.example',
  connect: demoOAuth(['devices:read', 'devices:write']),
  triggers: [
    {
      slug: 'presence_changed',
      name: 'Somebody comes or goes',
      description: 'Starts when the first person arrives or the last leaves.',
      mode: 'poll',
      ingredients: presenceIngredients('entered'),
      http: demoPoll('/api/presence', '$.presence', { at: '$.at' }),
      sample: { fields: {}, answer: presence('entered') },
    },
    {
      slug: 'first_arrives',
      name: 'Somebody comes home',
      description: 'Starts when the first person arrives.',
      mode: 'poll',
      ingredients: presenceIngredients('entered'),
      http: demoPoll('/api/presence', '$.presence', { at: '$.at', query: { event: 'entered' } }),
      sample: { fields: {}, answer: presence('entered') },
    },
    {
      slug: 'last_leaves',
      name: 'Everybody has left',
      description: 'Starts when the last person leaves.',
      mode: 'poll',
      ingredients: presenceIngredients('exited'),
      http: demoPoll('/api/presence', '$.presence', { at: '$.at', query: { event: 'exited' } }),
      sample: { fields: {}, answer: presence('exited') },
    },
    {
      slug: 'door_left_open',
      name: 'A door stays open',
      description: 'Starts when a door has been open for five minutes.',
      mode: 'poll',
      fields: [door],
      ingredients: [
        ingredient('DoorName', 'Door', 'text', 'Front door', '$.door'),
        ingredient('MinutesOpen', 'Minutes open', 'number', '5', '$.minutes'),
        ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T18:30:00.000Z', '$.at'),
      ],
      http: demoPoll('/api/door_events', '$.door_events', { at: '$.at', query: { door: '{{fields.door}}' } }),
      sample: {
        fields: { door: 'D01' },
        answer: {
          door_events: [
            {
              id: 'X1',
              door_id: 'D01',
              door: 'Front door',
              event: 'left_open',
              minutes: 5,
              at: '2026-03-01T18:30:00.000Z',
            },
          ],
          next_cursor: null,
        },
      },
    },
    {
      slug: 'device_switched',
      name: 'A device is switched',
      description: 'Starts when a device goes on or off.',
      mode: 'poll',
      fields: [device],
      ingredients: [
        ingredient('DeviceName', 'Device', 'text', 'Garden sprinkler', '$.device'),
        ingredient('State', 'On or off', 'text', 'on', '$.state'),
        ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T18:30:00.000Z', '$.created_at'),
      ],
      http: demoPoll('/api/switches', '$.switches', { query: { device: '{{fields.device}}' } }),
      sample: {
        fields: { device: 'D03' },
        answer: {
          switches: [
            {
              id: 'Y1',
              device_id: 'D03',
              device: 'Garden sprinkler',
              state: 'on',
              created_at: '2026-03-01T18:30:00.000Z',
            },
          ],
          next_cursor: null,
        },
      },
    },
  ],
  queries: [
    {
      slug: 'device_state',
      name: 'State of a device',
      description: 'Looks up whether a device is on.',
      fields: [device],
      ingredients: [
        ingredient('DeviceName', 'Device', 'text', 'Thermostat', '$.name'),
        ingredient('Kind', 'Kind', 'text', 'thermostat', '$.kind'),
        ingredient('On', 'Whether it is on', 'text', 'true', '$.on'),
      ],
      http: { request: { method: 'get', path: '/api/devices/{{fields.device}}' }, items: '$' },
      sample: {
        fields: { device: 'D02' },
        answer: { id: 'D02', name: 'Thermostat', kind: 'thermostat', on: true },
      },
    },
  ],
  actions: [
    {
      slug: 'switch_device',
      name: 'Switch a device',
      description: 'Switches a device on or off.',
      repeat: 'safe',
      fields: [
        device,
        field('state', 'Switch it', 'select', {
          default_value: 'off',
          options: [
            { label: 'On', value: 'on' },
            { label: 'Off', value: 'off' },
          ],
        }),
      ],
      http: {
        request: {
          method: 'put',
          path: '/api/devices/{{fields.device}}',
          json: { on: { $switch: '{{fields.state}}', on: true, off: false } },
        },
      },
      sample: { fields: { device: 'D03', state: 'on' }, answer: { id: 'D03', on: true } },
    },
    {
      slug: 'follow_presence',
      name: 'Follow who is home',
      description: 'Tells your home whether somebody is there.',
      repeat: 'safe',
      http: { request: { method: 'post', path: '/api/follow_presence', json: {} } },
      sample: { fields: {}, answer: { id: 'F1', home: true } },
    },
    {
      slug: 'run_scene',
      name: 'Run a scene',
      description: 'Sets lights and heating as for that scene.',
      repeat: 'safe',
      fields: [
        field('scene', 'Scene', 'select', {
          default_value: 'welcome',
          options: [
            { label: 'Welcome: lights and heating on', value: 'welcome' },
            { label: 'Away: lights and heating off', value: 'away' },
          ],
        }),
      ],
      http: { request: { method: 'post', path: '/api/scenes', json: { scene: '{{fields.scene}}' } } },
      sample: { fields: { scene: 'welcome' }, answer: { id: 'Z1', scene: 'welcome' } },
    },
  ],
})
