import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Ctx } from '../../system/context/context.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { hmac, sameText } from '../../system/secrets/hashes.ts'

/** The cookie that says who has signed in here before, as `{id}.{until}.{mark}` for each account, joined by `~`. */
export const KNOWN_BROWSER_COOKIE = 'known'
const KEPT = 365 * DAY
/** A shared browser remembers the accounts that signed in last. */
const MOST_ACCOUNTS = 5
/** Base64url characters: 72 and 132 bits. */
const ID_LENGTH = 12
const MARK_LENGTH = 22

/** A mark from before an account was verified no longer counts: somebody else may have joined with the address. */
type Account = { id: string; email_verified: boolean }
type Asked = Pick<Ctx, 'settings' | 'knownBrowser' | 'realNow'>

/**
 * The id of this browser for an account that has signed in here within a year, else null. It is the same until the
 * cookie is deleted, so that tries of this browser can be counted by it.
 */
export async function findKnownBrowser(ctx: Asked, account: Account): Promise<string | null> {
  for (const entry of entriesOf(ctx)) if (await isOf(ctx, account, entry)) return entry.id
  return null
}

/** The cookie's value after this account has signed in here. */
export async function markBrowser(ctx: Asked & Pick<Ctx, 'token'>, account: Account): Promise<string> {
  const others = []
  for (const entry of entriesOf(ctx)) if (!(await isOfEither(ctx, account, entry))) others.push(entry)
  const id = (await findKnownBrowser(ctx, account)) ?? ctx.token().slice(0, ID_LENGTH)
  const until = ctx.realNow() + KEPT
  const own = { id, until, mark: await markOf(ctx.settings.SECRET_KEY[0], account, { id, until }) }
  return [own, ...others]
    .slice(0, MOST_ACCOUNTS)
    .map((entry) => `${entry.id}.${entry.until}.${entry.mark}`)
    .join('~')
}

export function setKnownBrowser(c: Context, value: string): void {
  const attributes = { prefix: 'host', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' } as const
  setCookie(c, KNOWN_BROWSER_COOKIE, value, { ...attributes, maxAge: KEPT / 1000 })
}

type Entry = { id: string; until: number; mark: string }

function entriesOf({ knownBrowser, realNow }: Asked): Entry[] {
  const entries = (knownBrowser ?? '').split('~', MOST_ACCOUNTS).flatMap((text) => {
    const [, id, until, mark] = /^([\w-]{12})\.(\d{1,15})\.([\w-]{22})$/.exec(text) ?? []
    return id !== undefined && mark !== undefined ? [{ id, until: Number(until), mark }] : []
  })
  return entries.filter(({ until }) => until > realNow())
}

async function isOf({ settings }: Asked, account: Account, entry: Entry): Promise<boolean> {
  for (const key of settings.SECRET_KEY) if (sameText(entry.mark, await markOf(key, account, entry))) return true
  return false
}

async function isOfEither(ctx: Asked, { id }: Account, entry: Entry): Promise<boolean> {
  return (
    (await isOf(ctx, { id, email_verified: true }, entry)) || (await isOf(ctx, { id, email_verified: false }, entry))
  )
}

async function markOf(key: string, account: Account, { id, until }: Omit<Entry, 'mark'>): Promise<string> {
  const text = JSON.stringify(['known_browser', account.id, account.email_verified, id, until])
  return (await hmac(key, text)).slice(0, MARK_LENGTH)
}
