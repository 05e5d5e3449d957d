import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { jsonValue } from '../format/http/post-to-webhook.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import { askNtfy, NTFY } from './ask-ntfy.ts'

const TOPIC = /^[-\w]{1,64}$/

/** Asks whether the topic may be read, publishing nothing. A server that is not ntfy answers something else. */
export async function checkTopic(io: StepIo): Promise<StepOutcome<{ id: string; name: string }>> {
  const { topic = '' } = io.credentials
  if (!TOPIC.test(topic)) return wrong('topic', 'Use letters, digits, - and _, at most 64 of them.')
  const asked = await askNtfy(io, `/${topic}/auth`)
  if (!asked.ok) return asked.problem.status === 401 || asked.problem.status === 403 ? refused(io) : asked
  if (jsonValue(await asked.value.text(), 'success') !== true) return protocolProblem(NTFY, asked.value.status)
  const { host } = new URL(io.base_url)
  return { ok: true, value: { id: `${host}/${topic}`, name: `${topic} on ${host}` } }
}

function refused({ token }: StepIo) {
  return token
    ? wrong('token', 'This token may not read the topic.')
    : wrong('token', 'This topic is protected. Paste an access token that may read it.')
}

function wrong(attribute: string, message: string) {
  return failedOutcome({ failure: 'unauthorized', attribute, message })
}
