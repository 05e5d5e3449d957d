import type { RequestOwner } from '../format/http/send-request.ts'

/** What a request to a server of Bluesky needs. A session that ended is a 400 there. */
export const BLUESKY = {
  id: 'bluesky',
  name: 'Bluesky',
  hosts: ['bsky.social'],
  errors: [{ status: 400, at: '$.error', is: ['ExpiredToken', 'InvalidToken'], as: 'unauthorized' }],
} satisfies RequestOwner
