import { Suspense, use } from 'react'
import { FORM_TOKEN } from '../../worker/contract/accounts/form-pages.ts'
import type { Session } from './session/session.ts'

/** The session's token in a form that works without JavaScript. A visitor's form needs none. */
export function CsrfField({ session }: { session: Promise<Session> }) {
  return (
    <Suspense fallback={null}>
      <TokenOf session={session} />
    </Suspense>
  )
}

function TokenOf({ session }: { session: Promise<Session> }) {
  const viewer = use(session)
  return viewer.kind === 'user' ? <input type="hidden" name={FORM_TOKEN} value={viewer.me.csrf_token} /> : null
}
