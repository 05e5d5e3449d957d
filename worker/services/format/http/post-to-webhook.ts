import { parseJson } from '../../../contract/shared/parse-json.ts'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import { responseProblem } from '../../../system/outbound/response-problem.ts'
import type { StepIo } from '../../../engine/steps/service-steps.ts'
import type { OutboundInit } from '../../../system/outbound/outbound-fetch.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'

/** A service's refusal: its status and its words. */
export type Refusal = { status: number; text: string }

/** A service whose users paste the address of a webhook. `isGone`: which refusals say that the address is revoked. */
type WebhookService = { name: string; isGone(refusal: Refusal): boolean }

/** A request with JSON, which no redirect carries elsewhere. */
export const JSON_POST = {
  method: 'POST',
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  redirects: 'none',
} as const satisfies OutboundInit

type Message = { service: WebhookService; address: string; body: object }

/**
 * Posts JSON to the address that the user pasted. An answer in 2xx is a value, any other a problem; one that says that
 * the address is revoked ends the connection.
 */
export async function postToWebhook({ service, address, body }: Message, io: StepIo): Promise<StepOutcome<Response>> {
  const outcome = await io.fetch(address, { ...JSON_POST, body: JSON.stringify(body) })
  return outcome.ok ? readAnswer(service, outcome.value, io.now) : outcome
}

/** The answer of a webhook's address, or what is wrong with it. */
export async function readAnswer(
  { name, isGone }: WebhookService,
  response: Response,
  now: number,
): Promise<StepOutcome<Response>> {
  if (response.ok) return { ok: true, value: response }
  const { status } = response
  const text = await response
    .clone()
    .text()
    .catch(() => '')
  if (isGone({ status, text })) return revokedAddress(name, status)
  return { ok: false, problem: await responseProblem(response, { who: name, now }) }
}

/** The pasted address was revoked: its connection is over, whatever an account check would say. */
function revokedAddress(name: string, status: number | null) {
  return failedOutcome({
    failure: 'unauthorized',
    status,
    is_account_gone: true,
    attribute: 'webhook',
    message: `${name} does not know this address anymore. Make a new webhook and paste its address.`,
  })
}

/** Reads a property of a JSON answer; undefined where it is not one. */
export function jsonValue(text: string, property: string): unknown {
  const read = parseJson(text)
  return typeof read === 'object' && read !== null ? Reflect.get(read, property) : undefined
}
