import { readPlace, toId } from '../format/answer-place.ts'
import { protocolProblem, sendRequest } from '../format/http/send-request.ts'
import type { AskAccount } from '../format/connect-code.ts'
import { HOME_ASSISTANT } from './state-history.ts'

/** A home is known by its address: Home Assistant's API tells no id of its own. */
export const homeAccount: AskAccount = async (io) => {
  const sent = await sendRequest(HOME_ASSISTANT, { request: { get: '/api/config' }, fields: [], values: {} }, io)
  if (!sent.ok) {
    const { failure } = sent.problem
    return failure === 'unauthorized' ? { ok: false, problem: { ...sent.problem, attribute: 'token' } } : sent
  }
  const { status, value } = sent.value
  if (value === undefined) {
    const { problem } = protocolProblem(HOME_ASSISTANT, status)
    return { ok: false, problem: { ...problem, attribute: 'address' } }
  }
  const name = toId(readPlace(value, '$.location_name'))
  if (name === null || !URL.canParse(io.base_url)) return protocolProblem(HOME_ASSISTANT, status)
  const { host, pathname } = new URL(io.base_url)
  return { ok: true, value: { id: `${host}${pathname}`.replace(/\/$/, ''), name } }
}
