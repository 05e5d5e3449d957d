import type { Ctx } from '../../../system/context/context.ts'
import type { PasskeyInput } from '../../../contract/accounts/passkey.ts'
import type { SignInWrite } from '../../../db/users/sign-ins.ts'
import { beginSession, type BegunSession } from '../begin-session.ts'
import { knownTimeZone } from '../time-zone.ts'
import { refusedPasskey } from './new-passkey.ts'
import { checkPasskey } from './use-passkey.ts'

type SignIn = { passkey: PasskeyInput; browser: string | null; timezone?: string | undefined }

/**
 * POST /api/session/passkey: signs in with a passkey alone. Its user has unlocked it, so it is both factors. Throws
 * `passkey_refused` (422).
 */
export async function signInWithPasskey(ctx: Ctx, { passkey, browser, timezone }: SignIn): Promise<BegunSession> {
  const used = await checkPasskey(ctx, passkey, { purpose: 'sign_in', browser })
  const zone = knownTimeZone(timezone)
  const shown: SignInWrite[] = [{ write: 'passkey_used', passkey: used }]
  if (zone) shown.push({ write: 'time_zone', user_id: used.user.id, timezone: zone })
  const begun = await beginSession(ctx, used.user, 'signed_in', { shown, second_factor: { by: 'passkey' } })
  if (!begun) throw refusedPasskey('unknown_passkey')
  if (zone) ctx.accountParts.runner.deferSync(ctx, used.user.id)
  return begun
}
