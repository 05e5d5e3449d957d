import type { RequestOwner } from '../format/http/send-request.ts'
import type { ServiceDefinition } from '../format/service-definition.ts'

/** Where the identities of most accounts are written down (https://web.plc.directory). */
export const DIRECTORY = 'plc.directory'
export const SUSPENDED = 'Bluesky has suspended this account.'

/** What a request to a server of Bluesky needs, and what code asks there. A session that ended is a 400. */
export const BLUESKY = {
  id: 'bluesky',
  name: 'Bluesky',
  hosts: ['bsky.social', DIRECTORY],
  errors: [
    { status: 400, at: '$.error', is: ['ExpiredToken', 'InvalidToken'], as: 'unauthorized' },
    { at: '$.error', is: 'AccountTakedown', as: 'unauthorized', message: SUSPENDED },
  ],
  requests: {
    resolve_handle: { get: '/xrpc/com.atproto.identity.resolveHandle', query: { handle: '{{values.handle}}' } },
    read_identity: { get: '/did:plc:{{values.id}}' },
    read_web_identity: { get: '/.well-known/did.json' },
    create_session: {
      post: '/xrpc/com.atproto.server.createSession',
      json: { identifier: '{{values.identifier}}', password: '{{credentials.app_password}}' },
    },
    refresh_session: {
      post: '/xrpc/com.atproto.server.refreshSession',
      headers: { Authorization: 'Bearer {{values.refresh_token}}' },
    },
  },
} as const satisfies RequestOwner & Pick<ServiceDefinition, 'requests'>

/** The address at which Bluesky's site shows a post, of the id that stands at this place. */
export function pageOf(uri: string): string {
  return `{{${uri} | replace: "at://", "https://bsky.app/profile/" | replace: "/app.bsky.feed.post/", "/post/"}}`
}
