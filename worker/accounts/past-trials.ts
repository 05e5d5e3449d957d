import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import { past_trials } from '../db/schema/account-changes.ts'
import { hmac } from '../secrets/hashes.ts'

/** What is kept of a deleted account's address and cards: enough to know them again, not to read them. */
export function pastTrialHash({ settings }: Pick<Ctx, 'settings'>, of: 'email' | 'card', value: string) {
  return hmac(settings.SECRET_KEY, `past_trial:${of}:${value}`)
}

/** When an account with this hash had its trial, in ms, as a value of another statement; null if none had. */
export function pastTrialAt(hash: string) {
  return sql<number | null>`(select ${past_trials.used_at} from ${past_trials} where ${eq(past_trials.hash, hash)})`
}
