import type { IftttManifest } from '../ifttt-service.ts'

const createdAt = {
  slug: 'CreatedAt',
  name: 'Created at',
  type: 'datetime',
  from: '$.created_at',
  example: '2026-03-10T12:00:00.000Z',
} as const
const item = { slug: 'Item', name: 'Item', type: 'text', from: '$.item', example: 'Salt' } as const
const left = { slug: 'Left', name: 'Left', type: 'number', from: '$.left', example: '1' } as const
const shelf = { slug: 'shelf', label: 'Shelf', type: 'select', options: 'live' } as const

/** The manifest of Larder, with all that the protocol itself does not tell. */
export const larderManifest: IftttManifest = {
  id: 'larder',
  name: 'Larder',
  short_name: 'Larder',
  description: 'What is in your kitchen, and what runs out.',
  category: 'home',
  color: '#2b8a3e',
  api_url: 'https://larder.example',
  sign_in: { authorize_url: '/oauth/authorize', token_url: '/oauth/token' },
  triggers: [
    {
      slug: 'runs_low',
      name: 'Something runs low',
      description: 'Starts when there is little left of something.',
      validates: true,
      fields: [shelf, { slug: 'below', label: 'Less than', type: 'number', validates: true }],
      ingredients: [item, left, createdAt],
    },
    {
      slug: 'delivery_arrived',
      name: 'A delivery arrives',
      description: 'Starts when something is delivered.',
      ingredients: [
        { slug: 'Sender', name: 'Sender', type: 'text', from: '$.sender', example: 'Mill & Son' },
        { slug: 'Parcels', name: 'Parcels', type: 'number', from: '$.parcels', example: '2' },
        createdAt,
      ],
    },
  ],
  queries: [
    {
      slug: 'items_on_shelf',
      name: 'What is on a shelf',
      description: 'Lists what is on a shelf.',
      fields: [shelf],
      ingredients: [item, left],
    },
  ],
  actions: [
    {
      slug: 'add_to_list',
      name: 'Add to the shopping list',
      description: 'Adds something to the shopping list.',
      fields: [
        { slug: 'item', label: 'Item', type: 'text' },
        { slug: 'amount', label: 'Amount', type: 'number', default_value: '1' },
      ],
    },
  ],
}
