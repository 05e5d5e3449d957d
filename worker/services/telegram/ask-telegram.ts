import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { parseJson } from '../../contract/shared/parse-json.ts'
import { readPlace } from '../format/answer-place.ts'
import { protocolProblem, requestJson } from '../format/http/send-request.ts'
import type { ServiceCode } from '../format/service-code.ts'
import type { ServiceDefinition } from '../format/service-definition.ts'

/** How Telegram is asked, by requests and by code. */
export const TELEGRAM = {
  id: 'telegram',
  name: 'Telegram',
  hosts: ['api.telegram.org'],
  errors: [
    {
      status: 401,
      as: 'gone',
      message: 'Telegram does not know this token anymore. Ask BotFather for the present one.',
    },
  ],
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'token',
        label: 'Token of your bot',
        type: 'secret',
        match: { as: '{bot}:{secret}', message: 'This is not a whole token. It looks like 123456789:AAF….' },
        page: 'https://t.me/BotFather',
        hint: 'In Telegram, write /newbot to @BotFather. Use a bot that no other program uses.',
      },
    ],
    account: {
      post: methodAddress('getMe'),
      json: {},
      id: '$.result.id',
      name: '@{{$.result.username}}',
      errors: [{ status: 404, as: 'unauthorized', message: 'Telegram does not know this token.' }],
    },
  },
} satisfies Partial<ServiceDefinition>

/** The address of a method: a token has no character that an address would spell otherwise, but the colon. */
export function methodAddress(method: string): string {
  return `/bot{{credentials.token.bot}}:{{credentials.token.secret}}/${method}`
}

/** Telegram says in the body why it refuses, and when to come again. */
export const explainRefusal: NonNullable<ServiceCode['explain']> = async (response) => {
  const answer = response.ok ? undefined : parseJson(await response.clone().text())
  const message = readPlace(answer, '$.description')
  if (typeof message !== 'string') return null
  const headers = new Headers(response.headers)
  const wait = readPlace(answer, '$.parameters.retry_after')
  if (typeof wait === 'number') headers.set('retry-after', String(wait))
  return { ok: true, value: Response.json({ message }, { status: response.status, headers }) }
}

/** Calls a method of Telegram's Bot API. Returns its `result`. */
export async function askTelegram(
  io: StepIo,
  method: string,
  json: Record<string, string | string[]>,
): Promise<StepOutcome<unknown>> {
  const service = { ...TELEGRAM, code: { explain: explainRefusal } }
  const asked = await requestJson(
    service,
    { request: { post: methodAddress(method), json }, fields: [], values: {} },
    io,
  )
  if (!asked.ok) return asked
  const { value, status } = asked.value
  return readPlace(value, '$.ok') === true
    ? { ok: true, value: readPlace(value, '$.result') }
    : protocolProblem(TELEGRAM, status)
}
