import type { SettingsCtx } from '../../system/context/context.ts'
import { keyedHash, keyedHashes } from '../../system/secrets/hashes.ts'

type Of = 'email' | 'card'

/** Hashes a deleted account's address or card to be kept: enough to know it again, not to read it. */
export function pastTrialHash({ settings }: SettingsCtx, of: Of, value: string): Promise<string> {
  return keyedHash(settings, textOf(of, value))
}

/** The same under all keys, for looking it up. */
export function pastTrialHashes({ settings }: SettingsCtx, of: Of, value: string): Promise<string[]> {
  return keyedHashes(settings, textOf(of, value))
}

function textOf(of: Of, value: string): string {
  return `past_trial:${of}:${value}`
}
