import { createHash, randomBytes } from 'node:crypto'
import type { DoubleContext } from '../context/double-context.ts'

type Post = { rkey: string; record: Record<string, unknown>; at: string }
export type Account = { did: string; handle: string; name: string; password: string; posts: Post[] }
type Session = { did: string; access: string; refresh: string; password: string }
export type Notice = { uri: string; author: string; reason: 'mention' | 'follow' | 'like'; record: object; at: string }
type BlueskyState = {
  accounts: Account[]
  sessions: Session[]
  /** Oldest first, all of them to the first account. */
  notices: Notice[]
  /** When sessions were opened, in ms: only thirty in five minutes. */
  opened: number[]
}

/** How long an access token works, in ms. */
const SESSION_LIFE = 2 * 60 * 60_000

export function blueskyState(ctx: DoubleContext): BlueskyState {
  return ctx.state(() => ({
    accounts: [account('ada', 'Ada', 'abcd-efgh-ijkl-mnop'), account('mona', 'Mona', 'mona-mona-mona-mona')],
    sessions: [],
    notices: [],
    opened: [],
  }))
}

function account(name: string, shown: string, password: string): Account {
  return { did: didOf(name), handle: `${name}.bsky.social`, name: shown, password, posts: [] }
}

function newPassword(): string {
  return Array.from({ length: 4 }, () => randomBytes(2).toString('hex')).join('-')
}

/** A DID of the public directory, always the same for the same name. */
function didOf(name: string): string {
  return `did:plc:${base32(createHash('sha256').update(name).digest()).slice(0, 24)}`
}

export function findAccount(ctx: DoubleContext, who: string): Account | undefined {
  return blueskyState(ctx).accounts.find(({ did, handle }) => who === did || who === handle)
}

/** Opens a session, or renews one. */
export function newSession(ctx: DoubleContext, { did, password }: Account): Session {
  const session = { did, password, access: jwt(ctx, did, SESSION_LIFE), refresh: jwt(ctx, did, 60 * SESSION_LIFE) }
  blueskyState(ctx).sessions.push(session)
  ctx.save()
  return session
}

function jwt(ctx: DoubleContext, sub: string, life: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor((ctx.now() + life) / 1000)
  return `${part({ typ: 'at+jwt', alg: 'ES256K' })}.${part({ sub, exp })}.${randomBytes(24).toString('base64url')}`
}

/** Whether a JWT of ours has ended. */
export function isOver(ctx: DoubleContext, token: string): boolean {
  const { exp }: { exp: number } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return exp * 1000 <= ctx.now()
}

/** Writes a record; the same one again changes nothing. */
export function putPost(ctx: DoubleContext, { posts }: Account, rkey: string, record: Record<string, unknown>): void {
  const known = posts.find((each) => each.rkey === rkey)
  if (known) known.record = record
  else posts.push({ rkey, record, at: new Date(ctx.now()).toISOString() })
  ctx.save()
}

/** Things that somebody else does at Bluesky, for the page's buttons and for tests. */
export const blueskyHappenings: Record<string, (ctx: DoubleContext, text: string) => void> = {
  mention: (ctx, text) => notify(ctx, 'mention', { $type: 'app.bsky.feed.post', text }),
  like: (ctx) => notify(ctx, 'like', { $type: 'app.bsky.feed.like' }),
  follow: (ctx) => notify(ctx, 'follow', { $type: 'app.bsky.graph.follow' }),
  post: (ctx, text) => {
    const at = new Date(ctx.now()).toISOString()
    const [, mona] = blueskyState(ctx).accounts
    if (mona) putPost(ctx, mona, newKey(ctx), { $type: 'app.bsky.feed.post', text, createdAt: at })
  },
  /** The app password is taken back, its sessions end with it, and there is another one. */
  revoke: (ctx) => {
    const state = blueskyState(ctx)
    for (const each of state.accounts) each.password = newPassword()
    state.sessions = []
    ctx.save()
  },
}

function notify(ctx: DoubleContext, reason: Notice['reason'], record: { $type: string; text?: string }): void {
  const state = blueskyState(ctx)
  const at = new Date(ctx.now()).toISOString()
  const author = state.accounts[1]?.did ?? ''
  state.notices.push({
    uri: `at://${author}/${record.$type}/${newKey(ctx)}`,
    author,
    reason,
    record: { ...record, createdAt: at },
    at,
  })
  ctx.save()
}

/** A record key that nobody else has. */
function newKey(ctx: DoubleContext): string {
  const { accounts, notices } = blueskyState(ctx)
  const count = notices.length + accounts.reduce((sum, { posts }) => sum + posts.length, 0)
  return `3jzfcijpj${String(2222 + count).replaceAll(/[0189]/g, 'a')}${'abcdefghij'[count % 10]}`.slice(0, 13)
}

/** A content id, of JSON where the real one is of DAG-CBOR: the same for the same record. */
export function cidOf(record: object): string {
  const digest = createHash('sha256').update(JSON.stringify(record)).digest()
  return `b${base32(Buffer.concat([Buffer.from([0x01, 0x71, 0x12, 0x20]), digest]))}`
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const digits = bits.match(/.{1,5}/g) ?? []
  return digits.map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
