import { inArray, sql } from 'drizzle-orm'
import type { SettingsCtx } from '../../system/context/context.ts'
import { past_trials } from '../../db/schema/account-changes.ts'
import { keyedHash, keyedHashes } from '../../system/secrets/keyed-hash.ts'

type Of = 'email' | 'card'

/** Hashes a deleted account's address or card to be kept: enough to know it again, not to read it. */
export function pastTrialHash({ settings }: SettingsCtx, of: Of, value: string): Promise<string> {
  return keyedHash(settings, textOf(of, value))
}

/** The same under all keys, for looking it up. */
export function pastTrialHashes({ settings }: SettingsCtx, of: Of, value: string): Promise<string[]> {
  return keyedHashes(settings, textOf(of, value))
}

/** When a deleted account with this address or card had its trial, in ms, as a value of another statement; else null. */
export async function pastTrialAt(ctx: SettingsCtx, of: Of, value: string) {
  const hashes = await pastTrialHashes(ctx, of, value)
  return sql<
    number | null
  >`(select max(${past_trials.used_at}) from ${past_trials} where ${inArray(past_trials.hash, hashes)})`
}

function textOf(of: Of, value: string): string {
  return `past_trial:${of}:${value}`
}
