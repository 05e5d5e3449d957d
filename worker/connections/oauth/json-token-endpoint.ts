import type { ClientAuth, CustomFetchOptions } from 'oauth4webapi'

/** Our client's id and secret in Basic as they are, without the form's escapes that RFC 6749 asks for. */
export function plainBasic(secret: string): ClientAuth {
  return (_as, { client_id }, _body, headers) => headers.set('authorization', `Basic ${btoa(`${client_id}:${secret}`)}`)
}

type Send = (address: string, init: RequestInit) => Promise<Response>

/** Sends a form's parameters as JSON, and reads what is null in the answer as if it were left out. */
export function jsonFetch(send: Send) {
  return async (address: string, { body, headers, method }: CustomFetchOptions<'POST', URLSearchParams>) => {
    const response = await send(address, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(body)),
    })
    const text = await response.text()
    const { status, headers: answered } = response
    return new Response(withoutNulls(text), { status, headers: answered })
  }
}

function withoutNulls(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (_, value: unknown) => (value === null ? undefined : value)))
  } catch {
    return text
  }
}
