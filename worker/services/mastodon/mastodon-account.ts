import { protocolProblem } from '../format/http/send-request.ts'
import { readPlace } from '../format/answer-place.ts'
import { askRequest } from '../format/http/ask-request.ts'
import type { OAuthServers } from '../format/connect-code.ts'
import { readServer } from './read-server.ts'

export const MASTODON = {
  id: 'mastodon',
  name: 'Mastodon',
  hosts: [],
  requests: {
    find_post: {
      get: '/api/v2/search',
      query: { q: '{{values.post}}', type: 'statuses', resolve: 'true', limit: '1' },
    },
    /** Every server has clients of its own and gives anyone one (https://docs.joinmastodon.org/methods/apps/). */
    register_client: {
      post: '/api/v1/apps',
      json: {
        client_name: '{{values.name}}',
        website: '{{values.website}}',
        redirect_uris: '{{values.redirect_uri}}',
        scopes: '{{values.scopes}}',
      },
    },
  },
}

export const mastodonServers: OAuthServers = {
  field: { label: 'Your server', hint: 'Such as mastodon.social, or your handle: @ada@mastodon.social.' },
  read: readServer,
  register: async (app, io) => {
    const asked = await askRequest(MASTODON, { name: 'register_client', values: app }, io)
    if (!asked.ok) return asked
    const { value: answer, status } = asked.value
    const [client_id, client_secret] = [readPlace(answer, '$.client_id'), readPlace(answer, '$.client_secret')]
    if (typeof client_id === 'string' && typeof client_secret === 'string')
      return { ok: true, value: { client_id, client_secret } }
    return protocolProblem(MASTODON, status)
  },
}
