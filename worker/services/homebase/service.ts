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
  id: 'homebase',
  name: 'Homebase',
  description: 'The hub of your home: locks, heating and switches, and whether anyone is home.',
  keywords: ['home', 'house', 'device'],
  category: 'home',
  color: '#0a7d73',
  popularity: 78,
  hosts: ['api.homebase.example'],
  connect: demoOAuth('devices:read devices:write'),
  triggers: [
    {
      slug: 'presence_changed',
      name: 'Somebody comes or goes',
      description: 'Starts when the first person arrives or the last leaves.',
      ingredients: presenceIngredients('entered'),
      ...demoPoll('/api/presence', '$.presence', { at: '$.at' }),
    },
    {
      slug: 'first_arrives',
      name: 'Somebody comes home',
      description: 'Starts when the first person arrives.',
      ingredients: presenceIngredients('entered'),
      ...demoPoll('/api/presence', '$.presence', { at: '$.at', query: { event: 'entered' } }),
    },
    {
      slug: 'last_leaves',
      name: 'Everybody has left',
      description: 'Starts when the last person leaves.',
      ingredients: presenceIngredients('exited'),
      ...demoPoll('/api/presence', '$.presence', { at: '$.at', query: { event: 'exited' } }),
    },
    {
      slug: 'door_left_open',
      name: 'A door stays open',
      description: 'Starts when a door has been open for five minutes.',
      fields: [door],
      ingredients: [
        ingredient('DoorName', 'Door', 'text', 'Front door', '$.door'),
        ingredient('MinutesOpen', 'Minutes open', 'number', '5', '$.minutes'),
        ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T18:30:00.000Z', '$.at'),
      ],
      ...demoPoll('/api/door_events', '$.door_events', { at: '$.at', query: { door: '{{fields.door}}' } }),
    },
    {
      slug: 'device_switched',
      name: 'A device is switched',
      description: 'Starts when a device goes on or off.',
      fields: [device],
      ingredients: [
        ingredient('DeviceName', 'Device', 'text', 'Garden sprinkler', '$.device'),
        ingredient('State', 'On or off', 'text', 'on', '$.state'),
        ingredient('OccurredAt', 'Occurred at', 'datetime', '2026-03-01T18:30:00.000Z', '$.created_at'),
      ],
      ...demoPoll('/api/switches', '$.switches', { query: { device: '{{fields.device}}' } }),
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
      request: { get: '/api/devices/{{fields.device}}' },
      items: '$',
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
      request: {
        put: '/api/devices/{{fields.device}}',
        json: { on: { $switch: '{{fields.state}}', on: true, off: false } },
      },
    },
    {
      slug: 'follow_presence',
      name: 'Follow who is home',
      description: 'Tells your home whether somebody is there.',
      repeat: 'safe',
      request: { post: '/api/follow_presence', json: {} },
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
      request: { post: '/api/scenes', json: { scene: '{{fields.scene}}' } },
    },
  ],
  samples: {
    triggers: {
      presence_changed: { fields: {}, answer: presence('entered') },
      first_arrives: { fields: {}, answer: presence('entered') },
      last_leaves: { fields: {}, answer: presence('exited') },
      door_left_open: {
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
      device_switched: {
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
    queries: {
      device_state: {
        fields: { device: 'D02' },
        answer: { id: 'D02', name: 'Thermostat', kind: 'thermostat', on: true },
      },
    },
    actions: {
      switch_device: { fields: { device: 'D03', state: 'on' }, answer: { id: 'D03', on: true } },
      follow_presence: { fields: {}, answer: { id: 'F1', home: true } },
      run_scene: { fields: { scene: 'welcome' }, answer: { id: 'Z1', scene: 'welcome' } },
    },
  },
})
