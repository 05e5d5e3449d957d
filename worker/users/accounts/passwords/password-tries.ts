import type { Ctx, SettingsCtx } from '../../../system/context/context.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { bucketOf, countTries, type CountedTry, type RateLimitRule } from '../../../db/rate-limit.ts'
import type { SignInWrite } from '../../../db/users/sign-ins.ts'
import { networkOf } from '../../../system/rate-limit/network-of.ts'
import { findKnownBrowser } from '../../session/known-browser.ts'

const WINDOW = 15 * MINUTE

/** One network's tries of one account, one known browser's, and one network's of all accounts. */
export const TRIES_PER_NETWORK: RateLimitRule = { rule: 'sign_in_network', tries: 10, window: WINDOW }
export const TRIES_PER_BROWSER: RateLimitRule = { rule: 'sign_in_browser', tries: 10, window: WINDOW }
export const TRIES_PER_IP: RateLimitRule = { rule: 'sign_in_ip', tries: 50, window: WINDOW }
/** All unknown browsers' tries of one account: after ten they slow down to five a minute, and nobody is locked out. */
export const TRIES_PER_ACCOUNT: RateLimitRule = { rule: 'sign_in_account', tries: 10, window: WINDOW }
export const TRIES_SLOWED: RateLimitRule = { rule: 'sign_in_slowed', tries: 5, window: MINUTE }

/** The account with the typed email, if there is one. */
type Account = { id: string; email_verified_at: number | null }

/**
 * Counts a try of an account's password. A browser that has signed in to it before is counted for itself, so that tries
 * from elsewhere never lock its owner out. Returns the writes of a success. Throws `rate_limited` (429).
 */
export async function countPasswordTry(ctx: Ctx, email: string, account: Account | null): Promise<SignInWrite[]> {
  const network = networkOf(ctx.ip)
  const perIp = { limit: TRIES_PER_IP, whom: network }
  const own = await ownTries(ctx, email, account, network)
  await countTries(ctx, perIp, ...own)
  const [ofIp, ...buckets] = await Promise.all([perIp, ...own].map((tried) => bucketOf(ctx, tried)))
  return [
    { write: 'try_taken_back', bucket: ofIp ?? '' },
    ...buckets.map((bucket) => ({ write: 'tries_forgotten', bucket }) as const),
  ]
}

async function ownTries(ctx: Ctx, email: string, account: Account | null, network: string): Promise<CountedTry[]> {
  const asked = account && { id: account.id, email_verified: account.email_verified_at !== null }
  const browser = asked && (await findKnownBrowser(ctx, asked))
  if (browser) return [{ limit: TRIES_PER_BROWSER, whom: `${account?.id} ${browser}` }]
  return [{ limit: TRIES_PER_NETWORK, whom: `${email} ${network}` }, triesOf(email)]
}

/** Where an account's tries are counted, so that a password that its owner has reset forgets them. */
export function accountTriesBucket(ctx: SettingsCtx, email: string): Promise<string> {
  return bucketOf(ctx, triesOf(email))
}

function triesOf(email: string): CountedTry {
  return { limit: TRIES_PER_ACCOUNT, slowedTo: TRIES_SLOWED, whom: email }
}
