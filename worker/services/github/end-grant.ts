import type { RunnableService } from '../../engine/steps/service-steps.ts'
import { responseProblem } from '../../system/outbound/response-problem.ts'
import { GITHUB } from './github-api.ts'

/**
 * Ends what the user has allowed our app at GitHub. A pasted token is its user's own: it stays. A grant that GitHub no
 * longer knows (404, or 422 for a token that is over) has ended.
 */
export const endGrant: NonNullable<RunnableService['disconnect']> = async ({ base_url, token, fetch, now }, client) => {
  if (client === null) return { ok: true, value: null }
  const asked = await fetch(`${base_url}/applications/${encodeURIComponent(client.client_id)}/grant`, {
    method: 'DELETE',
    headers: {
      ...GITHUB.headers,
      authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ access_token: token }),
  })
  if (!asked.ok || asked.value.ok || [404, 422].includes(asked.value.status)) return asked
  return { ok: false, problem: await responseProblem(asked.value, { who: GITHUB.name, now }) }
}
