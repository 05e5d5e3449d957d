import { readPath, toId } from '../format/answer-path.ts'
import { protocolProblem, readJson, sendRequest } from '../format/send-request.ts'
import type { AskAccount } from '../format/connect-definition.ts'
import { HOME_ASSISTANT } from './state-history.ts'

/** A home is known by its address: Home Assistant's API tells no id of its own. */
export const homeAccount: AskAccount = async (io) => {
  const sent = await sendRequest(
    HOME_ASSISTANT,
    { request: { method: 'get', path: '/api/config' }, fields: [], values: {} },
    io,
  )
  if (!sent.ok) {
    const { failure } = sent.problem
    return failure === 'unauthorized' ? { ok: false, problem: { ...sent.problem, attribute: 'token' } } : sent
  }
  const read = await readJson(HOME_ASSISTANT, sent.value)
  if (!read.ok) return { ok: false, problem: { ...read.problem, attribute: 'address' } }
  const name = toId(readPath(read.value, '$.location_name'))
  if (name === null || !URL.canParse(io.base_url)) return protocolProblem(HOME_ASSISTANT, sent.value.status)
  const { host, pathname } = new URL(io.base_url)
  return { ok: true, value: { id: `${host}${pathname}`.replace(/\/$/, ''), name } }
}
