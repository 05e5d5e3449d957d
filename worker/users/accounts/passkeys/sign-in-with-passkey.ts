import { eq } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import type { PasskeyInput } from '../../../contract/accounts/passkey.ts'
import { users } from '../../../db/schema/accounts.ts'
import { beginSession, type BegunSession } from '../begin-session.ts'
import { knownTimeZone } from '../time-zone.ts'
import { refusedPasskey } from './new-passkey.ts'
import { checkPasskey, notePasskeyUse } from './use-passkey.ts'

type SignIn = { passkey: PasskeyInput; browser: string | null; timezone?: string | undefined }

/**
 * POST /api/session/passkey: signs in with a passkey alone. Its user has unlocked it, so it is both factors. Throws
 * `passkey_refused` (422).
 */
export async function signInWithPasskey(ctx: Ctx, { passkey, browser, timezone }: SignIn): Promise<BegunSession> {
  const used = await checkPasskey(ctx, passkey, { purpose: 'sign_in', browser })
  const zone = knownTimeZone(timezone)
  const first = [
    notePasskeyUse(ctx, used),
    ...(zone
      ? [ctx.db.update(users).set({ timezone: zone, updated_at: ctx.now() }).where(eq(users.id, used.user.id))]
      : []),
  ]
  const begun = await beginSession(ctx, used.user, 'signed_in', first, { second_factor: true })
  if (!begun) throw refusedPasskey('unknown_passkey')
  if (zone) ctx.accountParts.runner.deferSync(ctx, used.user.id)
  return begun
}
