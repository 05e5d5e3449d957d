import type { MeResponse } from '../contract/accounts/me.ts'
import type { ErrorEnvelope } from '../contract/errors.ts'
import type { Db } from '../system/d1/client.ts'
import { call } from './call-api.ts'
import { signIn } from './rows.ts'

type Given = { session?: string; headers?: Record<string, string> }

/** Posts a form as a browser without JavaScript does. Headers set to '' are left out. */
export function postForm(path: string, fields: Record<string, string> | string, { session, headers = {} }: Given = {}) {
  return call('POST', path, {
    ...(session !== undefined && { session }),
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-requested-with': '',
      'x-csrf-token': '',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
}

/** The parts of a refusal that a test is about. */
export async function refusal(response: Response) {
  const { error, errors } = await response.json<ErrorEnvelope>()
  return { status: response.status, code: error.code, fields: errors.map(({ attribute }) => attribute) }
}

export async function meOf(session: string | undefined) {
  return (await (await call('GET', '/api/me', { session: session ?? '' })).json<MeResponse>()).me
}

/** A new session of this user, and its form token. */
export async function formSession(db: Db, user: { id: string }) {
  const { token: session } = await signIn(db, user, Date.now())
  return { session, csrf_token: await formToken(session) }
}

/** The token of a session's forms; '' for one that has ended. */
export async function formToken(session: string): Promise<string> {
  return (await meOf(session))?.csrf_token ?? ''
}
