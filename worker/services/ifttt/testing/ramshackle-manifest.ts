import type { IftttManifest } from '../ifttt-service.ts'

/** The manifest of Ramshackle, with all that the protocol itself does not tell. */
export const ramshackleManifest: IftttManifest = {
  id: 'ramshackle',
  name: 'Ramshackle',
  short_name: 'Ramshackle',
  description: 'An old house whose service speaks as it likes.',
  category: 'home',
  color: '#5c3d2e',
  api_url: 'https://ramshackle.example',
  sign_in: null,
  triggers: [
    {
      slug: 'knock',
      name: 'Somebody knocks',
      description: 'Starts when somebody knocks.',
      ingredients: [{ slug: 'Door', name: 'Door', type: 'text', from: '$.door', example: 'front' }],
    },
  ],
  queries: [
    {
      slug: 'rooms',
      name: 'Rooms',
      description: 'Lists the rooms.',
      ingredients: [{ slug: 'Room', name: 'Room', type: 'text', from: '$.room', example: 'Attic' }],
    },
  ],
  actions: [
    {
      slug: 'shout',
      name: 'Shout',
      description: 'Shouts into the house.',
      fields: [{ slug: 'text', label: 'Text', type: 'text' }],
    },
    { slug: 'moved_out', name: 'Move out', description: 'Was there once.' },
  ],
}
