import { defineService, demoOAuth, demoPoll, field, ingredient, liveOptions } from '../format/define-service.ts'

const album = field('album', 'Album', 'select', liveOptions('albums'))
const photos = '/api/albums/{{fields.album}}/photos'

export const pixbin = defineService({
  id: 'pixbin',
  name: 'Pixbin',
  description: 'Photos kept safe and in order: albums that grow on their own, straight from your phone.',
  keywords: ['photo', 'picture', 'album'],
  category: 'media',
  color: '#d6336c',
  popularity: 74,
  hosts: ['api.pixbin.example'],
  connect: demoOAuth('albums:read albums:write'),
  triggers: [
    {
      slug: 'phone_photo',
      name: 'New photo on your phone',
      description: 'Starts for each photo you take; needs the app.',
      ingredients: [
        ingredient('PhotoUrl', 'Photo', 'file_url', 'https://pixbin.test/phone/photo-1.jpg', '$.url'),
        ingredient('PhotoName', 'Name', 'text', 'photo-1.jpg', '$.name'),
        ingredient('TakenAt', 'Taken at', 'datetime', '2026-03-01T08:00:00.000Z', '$.taken_at'),
      ],
      ...demoPoll('/api/phone_photos', '$.phone_photos', { at: '$.taken_at' }),
    },
    {
      slug: 'new_photo',
      name: 'New photo in an album',
      description: 'Starts when a photo is added to an album.',
      fields: [album],
      ingredients: [
        ingredient('PhotoUrl', 'Photo', 'file_url', 'https://pixbin.test/albums/A01/1.jpg', '$.url'),
        ingredient('Caption', 'Caption', 'text', 'Summer', '$.caption'),
        ingredient('AlbumName', 'Album', 'text', 'Camera', '$.album'),
        ingredient('AddedAt', 'Added at', 'datetime', '2026-03-01T08:00:00.000Z', '$.created_at'),
      ],
      ...demoPoll(photos, '$.photos'),
    },
  ],
  actions: [
    {
      slug: 'add_photo',
      name: 'Add a photo',
      description: 'Adds a photo to an album you choose.',
      repeat: 'key',
      fields: [album, field('url', 'Photo address', 'url')],
      request: { post: photos, json: { url: '{{fields.url}}' } },
      result: { id: '$.id', url: '$.url' },
    },
    {
      slug: 'back_up',
      name: 'Back up a photo',
      description: 'Keeps the full-size photo in your library.',
      repeat: 'key',
      fields: [field('photo', 'Photo address', 'url')],
      request: { post: '/api/backups', json: { url: '{{fields.photo}}' } },
      result: { id: '$.id', url: '$.url' },
    },
  ],
  samples: {
    triggers: {
      phone_photo: {
        fields: {},
        answer: {
          phone_photos: [
            {
              id: 'H1',
              name: 'photo-1.jpg',
              url: 'https://pixbin.test/phone/photo-1.jpg',
              taken_at: '2026-03-01T08:00:00.000Z',
            },
          ],
          next_cursor: null,
        },
      },
      new_photo: {
        fields: { album: 'A01' },
        answer: {
          photos: [
            {
              id: 'F1',
              url: 'https://pixbin.test/albums/A01/1.jpg',
              caption: 'Summer',
              album: 'Camera',
              created_at: '2026-03-01T08:00:00.000Z',
            },
          ],
          next_cursor: null,
        },
      },
    },
    actions: {
      add_photo: {
        fields: { album: 'A01', url: 'https://photos.example/1.jpg' },
        answer: { id: 'F2', url: 'https://photos.example/1.jpg' },
      },
      back_up: {
        fields: { photo: 'https://pixbin.test/phone/photo-1.jpg' },
        answer: { id: 'B1', url: 'https://pixbin.test/phone/photo-1.jpg' },
      },
    },
  },
})
