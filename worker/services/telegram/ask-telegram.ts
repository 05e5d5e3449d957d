import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { responseProblem } from '../../system/outbound/response-problem.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { OutboundInit } from '../../system/outbound/outbound-fetch.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace } from '../format/answer-place.ts'
import { protocolProblem } from '../format/http/send-request.ts'

export const TELEGRAM = { id: 'telegram', name: 'Telegram', hosts: ['api.telegram.org'] }

const JSON_POST = {
  method: 'POST',
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  redirects: 'none',
} as const satisfies OutboundInit

/** Calls a method of Telegram's Bot API. Returns its `result`. */
export async function askTelegram(io: StepIo, method: string, parameters: object): Promise<StepOutcome<unknown>> {
  const address = `${io.base_url}/bot${io.token}/${method}`
  const outcome = await io.fetch(address, { ...JSON_POST, body: JSON.stringify(parameters) })
  if (!outcome.ok) return outcome
  const response = outcome.value
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (!response.ok) return refusal(response, answer, io.now)
  if (readPlace(answer, '$.ok') !== true) return protocolProblem(TELEGRAM, response.status)
  return { ok: true, value: readPlace(answer, '$.result') }
}

/** Telegram says in the body why, and when to come again. */
async function refusal(response: Response, answer: unknown, now: number) {
  if (response.status === 401) {
    return failedOutcome({
      failure: 'unauthorized',
      status: 401,
      is_account_gone: true,
      attribute: 'token',
      message: 'Telegram does not know this token anymore. Ask BotFather for the present one.',
    })
  }
  const headers = new Headers(response.headers)
  const wait = readPlace(answer, '$.parameters.retry_after')
  if (typeof wait === 'number') headers.set('retry-after', String(wait))
  const message = readPlace(answer, '$.description') ?? ''
  const said = Response.json({ message }, { status: response.status, headers })
  return { ok: false, problem: await responseProblem(said, { who: TELEGRAM.name, now }) } as const
}
