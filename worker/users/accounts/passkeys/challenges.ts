import type { Ctx } from '../../../system/context/context.ts'
import type { ChallengePurpose, CreationOptions, RequestOptions } from '../../../contract/accounts/passkey.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { deleteChallenge, insertChallenge, readCredentials } from '../../../db/users/passkeys.ts'
import { countTries, type RateLimitRule } from '../../../db/rate-limit.ts'
import { networkOf } from '../../../system/rate-limit/network-of.ts'
import { sha256 } from '../../../system/secrets/hashes.ts'
import { ALGORITHMS, challengeOf, relyingPartyId } from './verify-passkey.ts'

const CHALLENGE_LASTS = 5 * MINUTE
const CHALLENGES_PER_IP: RateLimitRule = { rule: 'passkey_ip', tries: 100, window: 15 * MINUTE }

/** `browser`: the value of the cookie that ties what was begun to this browser. */
type Asked = { purpose: ChallengePurpose; browser: string; user_id: string | null }

/** A new challenge, which this browser can have signed once, within five minutes. Throws `rate_limited` (429). */
async function newChallenge(ctx: Ctx, { purpose, browser, user_id }: Asked): Promise<string> {
  await countTries(ctx, { limit: CHALLENGES_PER_IP, whom: networkOf(ctx.ip) })
  const challenge = ctx.token()
  await insertChallenge(ctx, {
    challenge_hash: await sha256(challenge),
    browser_hash: await sha256(browser),
    purpose,
    user_id,
    expires_at: ctx.realNow() + CHALLENGE_LASTS,
  })
  return challenge
}

/** Takes the challenge that was signed: a second time, elsewhere or for something else there is none. */
export async function takeChallenge(
  ctx: Ctx,
  { response }: { response: { clientDataJSON: string } },
  asked: { purpose: ChallengePurpose; browser: string | null },
): Promise<{ user_id: string | null } | null> {
  const challenge = challengeOf(response.clientDataJSON)
  if (challenge === null || asked.browser === null) return null
  const row = await deleteChallenge(ctx, {
    challenge_hash: await sha256(challenge),
    browser_hash: await sha256(asked.browser),
    purpose: asked.purpose,
  })
  return row && row.expires_at > ctx.realNow() ? row : null
}

/** Prepares the options for the browser to make a passkey for this user. */
export async function creationOptions(
  ctx: Ctx,
  user: { id: string; email: string; login: string },
  { purpose, browser }: { purpose: 'join' | 'add'; browser: string },
): Promise<CreationOptions> {
  return {
    rp: { id: relyingPartyId(ctx.settings), name: ctx.settings.PRODUCT_NAME },
    user: { id: userHandle(user.id), name: user.email, displayName: user.login },
    challenge: await newChallenge(ctx, { purpose, browser, user_id: user.id }),
    pubKeyCredParams: Object.values(ALGORITHMS).map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LASTS,
    excludeCredentials: await credentialsOf(ctx, user.id),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** Prepares the options for it to have a passkey sign: any of this site, or one of this user's. */
export async function requestOptions(ctx: Ctx, asked: Asked): Promise<RequestOptions> {
  return {
    rpId: relyingPartyId(ctx.settings),
    challenge: await newChallenge(ctx, asked),
    timeout: CHALLENGE_LASTS,
    allowCredentials: asked.user_id === null ? [] : await credentialsOf(ctx, asked.user_id),
    userVerification: 'required',
  }
}

/** A user's id as authenticators keep it: base64url of its text. */
export function userHandle(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

async function credentialsOf(ctx: Ctx, userId: string) {
  const rows = await readCredentials(ctx, userId)
  return rows.map((row) => ({ type: 'public-key' as const, ...row }))
}
