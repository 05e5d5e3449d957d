import { defineService, demoOAuth, field, liveOptions, optionalField } from '../format/define-service.ts'

const light = optionalField('light', 'Light', 'select', {
  ...liveOptions('lights'),
  hint: 'Leave it empty for all lights.',
})
/** Without a light it is the whole collection. */
const lights = '/api/lights/{{fields.light}}'
const sample = { fields: { light: '' }, answer: { lights: [] } }

export const lumen = defineService({
  id: 'lumen',
  name: 'Lumen',
  description: 'Lights that follow the sun, your calendar or your mood, one lamp or the whole house.',
  keywords: ['light', 'lamp', 'bulb'],
  category: 'home',
  color: '#ffc21a',
  popularity: 82,
  hosts: ['api.lumen.example'],
  connect: demoOAuth('lights:read lights:write'),
  actions: [
    {
      slug: 'turn_on',
      name: 'Turn lights on',
      description: 'Turns on one light, or all of them.',
      repeat: 'safe',
      fields: [light],
      request: { put: lights, json: { on: true } },
    },
    {
      slug: 'turn_off',
      name: 'Turn lights off',
      description: 'Turns off one light, or all of them.',
      repeat: 'safe',
      fields: [light],
      request: { put: lights, json: { on: false } },
    },
    {
      slug: 'blink',
      name: 'Blink lights',
      description: 'Makes lights blink for a moment.',
      repeat: 'safe',
      fields: [light],
      request: { post: '/api/lights/{{fields.light | default: "all"}}/blinks', json: { times: 3 } },
    },
    {
      slug: 'dim',
      name: 'Dim lights',
      description: 'Sets how bright lights are.',
      repeat: 'safe',
      fields: [light, field('brightness', 'Brightness in percent', 'number', { default_value: '40' })],
      request: { put: lights, json: { on: true, brightness: '{{fields.brightness}}' } },
    },
  ],
  samples: {
    actions: {
      turn_on: sample,
      turn_off: sample,
      blink: sample,
      dim: { fields: { light: 'L01', brightness: '40' }, answer: { id: 'L01', brightness: 40 } },
    },
  },
})
