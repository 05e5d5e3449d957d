import type { Context } from 'hono'

type Asked = { redirect_uri: string; state?: string | undefined }

/** `issueCode`: stores a code and gives it. `denied`: the error's description, where the service has one. */
type Decision = { issueCode: () => string; denied?: string }

/** Sends the browser back to the client, with a code or with why there is none (RFC 6749 §4.1.2). */
export async function decideConsent(c: Context, asked: Asked, { issueCode, denied }: Decision): Promise<Response> {
  const to = new URL(asked.redirect_uri)
  if (new URLSearchParams(await c.req.text()).get('decision') === 'allow') {
    to.searchParams.set('code', issueCode())
  } else {
    to.searchParams.set('error', 'access_denied')
    if (denied !== undefined) to.searchParams.set('error_description', denied)
  }
  if (asked.state !== undefined) to.searchParams.set('state', asked.state)
  return c.redirect(to.href)
}
