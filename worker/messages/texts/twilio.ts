import type { Settings } from '../../system/context/env.ts'
import { log } from '../../system/log/log.ts'
import type { TextMessage, TextOutcome, TextProvider } from './text-message.ts'

type Account = Pick<Settings, 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'TWILIO_API_BASE'>

/** ms. The user waits for this call. */
const TIMEOUT = 10_000

/** Twilio's HTTP API: POST /2010-04-01/Accounts/{sid}/Messages.json, a form with basic authentication. */
export function twilioProvider(account: Account, fetch: typeof globalThis.fetch): TextProvider {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from, TWILIO_API_BASE: base } = account
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

  async function post({ to, body }: TextMessage): Promise<TextOutcome> {
    const response = await fetch(`${base}/2010-04-01/Accounts/${sid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${sid}:${token}`)}` },
      body: new URLSearchParams({ To: to, Body: body, ...sender }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (response.status === 201) return 'accepted'
    // The response's message repeats the number, so only its code is logged.
    log(response.status === 400 ? 'warn' : 'error', 'text_refused', {
      status: response.status,
      code: await codeIn(response),
    })
    return response.status === 400 ? 'refused' : 'failed'
  }

  return {
    send: (text) =>
      post(text).catch((error: unknown) => {
        log('error', 'text_failed', { message: error instanceof Error ? error.name : 'unknown' })
        return 'failed'
      }),
  }
}

async function codeIn(response: Response): Promise<number | null> {
  const body = await response.json<{ code?: unknown }>().catch(() => null)
  return typeof body?.code === 'number' ? body.code : null
}
