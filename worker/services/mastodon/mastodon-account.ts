import { protocolProblem, requestJson } from '../format/http/send-request.ts'
import { readPlace } from '../format/answer-place.ts'
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
  },
}

/** Every server has clients of its own and gives anyone one (https://docs.joinmastodon.org/methods/apps/). */
export const mastodonServers: OAuthServers = {
  field: { label: 'Your server', hint: 'Such as mastodon.social, or your handle: @ada@mastodon.social.' },
  read: readServer,
  register: async ({ name, website, redirect_uri, scopes }, io) => {
    const json = { client_name: name, website, redirect_uris: redirect_uri, scopes }
    const request = { post: '/api/v1/apps', json } as const
    const asked = await requestJson(MASTODON, { request, fields: [], values: {} }, io)
    if (!asked.ok) return asked
    const { value: answer, status } = asked.value
    const [client_id, client_secret] = [readPlace(answer, '$.client_id'), readPlace(answer, '$.client_secret')]
    if (typeof client_id === 'string' && typeof client_secret === 'string')
      return { ok: true, value: { client_id, client_secret } }
    return protocolProblem(MASTODON, status)
  },
}
