import { defineService, demoOAuth, demoPoll, field, ingredient, liveOptions } from '../format/define-service.ts'

const playlist = field('playlist', 'Playlist', 'select', liveOptions('playlists'))
const tracks = '/api/playlists/{{fields.playlist}}/tracks'

export const tunebox = defineService({
  id: 'tunebox',
  name: 'Tunebox',
  description: 'Your music. Save what you find to a playlist, and tell others what is playing.',
  keywords: ['music', 'song'],
  category: 'media',
  color: '#15793a',
  popularity: 76,
  hosts: ['api.tunebox.example'],
  connect: demoOAuth('playlists:read playlists:write'),
  triggers: [
    {
      slug: 'new_track',
      name: 'New track in a playlist',
      description: 'Starts when a track is added to a playlist.',
      fields: [playlist],
      ingredients: [
        ingredient('TrackName', 'Track', 'text', 'First light', '$.title'),
        ingredient('ArtistName', 'Artist', 'text', 'The Looms', '$.artist'),
        ingredient('TrackUrl', 'Address', 'url', 'https://tunebox.test/tracks/K01', '$.url'),
        ingredient('AddedAt', 'Added at', 'datetime', '2026-03-01T08:00:00.000Z', '$.created_at'),
      ],
      ...demoPoll(tracks, '$.tracks'),
    },
  ],
  actions: [
    {
      slug: 'add_track',
      name: 'Add a track',
      description: 'Looks up a track and adds it to a playlist.',
      repeat: 'find',
      fields: [playlist, field('track', 'Track and artist', 'text')],
      request: { post: tracks, json: { title: '{{fields.track}}' } },
      result: { id: '$.id', url: '$.url' },
      find: {
        request: { get: tracks, query: { limit: '100' } },
        items: '$.tracks',
        key: '$.request_id',
      },
    },
  ],
  samples: {
    triggers: {
      new_track: {
        fields: { playlist: 'PL01' },
        answer: {
          tracks: [
            {
              id: 'K01',
              title: 'First light',
              artist: 'The Looms',
              url: 'https://tunebox.test/tracks/K01',
              created_at: '2026-03-01T08:00:00.000Z',
            },
          ],
          next_cursor: null,
        },
      },
    },
    actions: {
      add_track: {
        fields: { playlist: 'PL01', track: 'First light by The Looms' },
        answer: { id: 'K02', url: 'https://tunebox.test/tracks/K02' },
      },
    },
  },
})
