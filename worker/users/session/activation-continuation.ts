import type { Ctx } from '../../system/context/context.ts'
import { ACTIVATE_PATH, HOME_OF_USERS, safeReturnTo } from '../../contract/addresses.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { spendLinkAlone } from '../../db/users/used-links.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { readToken, signToken } from '../../system/secrets/signed-link.ts'

const LASTS = MINUTE

/** The one purpose that a continuation is good for. */
type ActivationSteps = { names: readonly string[]; returnTo: string }

/**
 * An activation path that needs no press although the browser comes from another site: our own callback led it here.
 * Good once, for a minute, in this session, for these services and this return address. Other paths stay as they are.
 */
export async function withContinuation(ctx: Ctx, path: string): Promise<string> {
  const { pathname, searchParams: query } = new URL(path, 'https://own.invalid')
  if (pathname !== ACTIVATE_PATH || query.has('continuation')) return path
  const steps = { names: query.getAll('c[]'), returnTo: activationReturnTo(query.get('return_to')) }
  const exp = Math.floor((ctx.now() + LASTS) / 1000)
  const token = await signToken(ctx, 'activation', { sub: await subjectOf(ctx, steps), jti: ctx.token(), exp })
  return `${path}${path.includes('?') ? '&' : '?'}continuation=${token}`
}

/** Where an activation ends: an address of ours. */
export function activationReturnTo(asked: string | null | undefined): string {
  return safeReturnTo(asked) ?? HOME_OF_USERS
}

/** Uses a continuation up. False if it is forged, over, used, or for something else. */
export async function spendContinuation(ctx: Ctx, token: string, steps: ActivationSteps): Promise<boolean> {
  try {
    const { sub, jti = '', exp = 0 } = await readToken(ctx, 'activation', token, ['sub', 'jti', 'exp'])
    if (sub !== (await subjectOf(ctx, steps))) return false
    return await spendLinkAlone(ctx, { jti, expires_at: exp * 1000 })
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

function subjectOf({ sessionHash }: Ctx, { names, returnTo }: ActivationSteps): Promise<string> {
  return sha256(JSON.stringify([sessionHash, names, returnTo]))
}
