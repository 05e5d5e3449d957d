import { protocolProblem, requestJson } from '../format/http/send-request.ts'
import { readPlace } from '../format/answer-place.ts'
import type { AskAccount, OAuthServers } from '../format/connect-code.ts'
import { readServer } from './read-server.ts'

export const MASTODON = { id: 'mastodon', name: 'Mastodon', hosts: [] }

/**
 * Whose account it is. Ids are a server's own, so its name belongs to them; the steps ask for the account by its id.
 */
export const mastodonAccount: AskAccount = async (io) => {
  const request = { get: '/api/v1/accounts/verify_credentials' } as const
  const asked = await requestJson(MASTODON, { request, fields: [], values: {} }, io)
  if (!asked.ok) return asked
  const { value: answer, status } = asked.value
  const [id, username] = [readPlace(answer, '$.id'), readPlace(answer, '$.username')]
  if (typeof id !== 'string' || typeof username !== 'string') return protocolProblem(MASTODON, status)
  const { host } = new URL(io.base_url)
  return { ok: true, value: { id: `${id}@${host}`, name: `@${username}@${host}`, values: { account: id } } }
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
