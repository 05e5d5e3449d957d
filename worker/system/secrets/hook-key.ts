import { keyTexts, openSealedKey, sealKey } from './token-encryption.ts'
import type { RunnerCtx } from '../context/context.ts'
import { hookPath } from '../../contract/addresses.ts'
import { hmac, sameText } from './hashes.ts'
import { log } from '../log/log.ts'

export type HookColumns = { hook_key_hash: string | null; hook_key_sealed: string | null }
type Owner = { user_id: string; applet_id: number }

/** The columns for this key. `keys` is the setting TOKEN_KEYS. */
export async function hookColumns(keys: string, owner: Owner, key: string) {
  const { hash, sealed } = await sealKey(keys, hookOwner(owner), key)
  return { hook_key_hash: hash, hook_key_sealed: sealed }
}

export async function newHookColumns(ctx: RunnerCtx, runner_id: string, owner: Owner) {
  return hookColumns(ctx.settings.TOKEN_KEYS, owner, await newRunnerKey(ctx, runner_id))
}

/** The columns of a user's maker key, and the key itself. */
export async function newMakerKey(ctx: RunnerCtx, runner_id: string, user_id: string) {
  const key = await newRunnerKey(ctx, runner_id)
  const { hash, sealed } = await sealKey(ctx.settings.TOKEN_KEYS, makerOwner(user_id), key)
  return { key, columns: { maker_key_hash: hash, maker_key_sealed: sealed } }
}

/** Null if the key that sealed it is no longer in the settings. */
export function openMakerKey(ctx: RunnerCtx, user_id: string, sealed: string): Promise<string | null> {
  return openSealedKey(ctx, makerOwner(user_id), sealed, onLost)
}

/**
 * The address to send events to (§2.1). Null if there is none, or if the key that sealed it is no longer in the
 * settings.
 */
export async function readHookUrl(ctx: RunnerCtx, owner: Owner & HookColumns): Promise<string | null> {
  if (!owner.hook_key_sealed) return null
  const key = await openSealedKey(ctx, hookOwner(owner), owner.hook_key_sealed, onLost)
  return key === null ? null : ctx.settings.SITE_ORIGIN + hookPath(key)
}

function onLost() {
  log('error', 'hook_key_unreadable')
}

export function hookOwner({ user_id, applet_id }: Owner): string {
  return JSON.stringify(['hook', user_id, applet_id])
}

export function makerOwner(user_id: string): string {
  return JSON.stringify(['maker', user_id])
}

/** Base64url characters of the mark, at 6 bits each: just over 64 bits. */
const MARK_LENGTH = 11
const LONGEST_KEY = 256

/**
 * "{runner}.{secret}". The secret ends in part of an HMAC over all before it, so that a made-up key is refused before
 * any Runner is called.
 */
async function newRunnerKey({ settings, token }: RunnerCtx, runner_id: string): Promise<string> {
  const text = `${runner_id}.${token()}`
  const [first = ''] = keyTexts(settings.TOKEN_KEYS)
  return markedKey(first, text)
}

/** A text with its mark: what `parseHookKey` takes for a key of ours. */
export async function markedKey(key: string, text: string): Promise<string> {
  return text + (await markOf(key, text))
}

/** `old`: from before keys named their Runner; only D1 knows whose it is. */
type ParsedKey = { kind: 'runner'; runner_id: string } | { kind: 'old' } | { kind: 'forged' }

/** Which Runner a key of an address names. Every key of TOKEN_KEYS may have marked it. */
export async function parseHookKey({ settings, runners }: RunnerCtx, key: string): Promise<ParsedKey> {
  if (key.length > LONGEST_KEY) return { kind: 'forged' }
  const [runner_id, secret, ...rest] = key.split('.')
  if (!runner_id || secret === undefined) return { kind: 'old' }
  if (rest.length > 0 || !runners.isId(runner_id)) return { kind: 'forged' }
  const [text, mark] = [key.slice(0, -MARK_LENGTH), key.slice(-MARK_LENGTH)]
  for (const each of keyTexts(settings.TOKEN_KEYS)) {
    if (sameText(await markOf(each, text), mark)) return { kind: 'runner', runner_id }
  }
  return { kind: 'forged' }
}

async function markOf(key: string, text: string): Promise<string> {
  return (await hmac(key, `hook:${text}`)).slice(0, MARK_LENGTH)
}
