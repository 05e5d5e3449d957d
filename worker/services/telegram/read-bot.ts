import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { askTelegram } from './ask-telegram.ts'

const TOKEN = /^\d{5,20}:[\w-]{20,100}$/

/** Asks whose bot the token is. */
export async function readBot(io: StepIo): Promise<StepOutcome<{ id: string; name: string }>> {
  if (!TOKEN.test(io.token ?? '')) return wrongToken('This is not a whole token. It looks like 123456789:AAF….')
  const asked = await askTelegram(io, 'getMe', {})
  if (!asked.ok) return asked.problem.status === 404 ? wrongToken('Telegram does not know this token.') : asked
  const id = toId(readPlace(asked.value, '$.id'))
  if (id === null) return wrongToken('Telegram does not say whose bot this is.')
  const username = toId(readPlace(asked.value, '$.username'))
  return { ok: true, value: { id, name: username === null ? `Bot ${id}` : `@${username}` } }
}

function wrongToken(message: string) {
  return failedOutcome({ failure: 'unauthorized', attribute: 'token', message })
}
