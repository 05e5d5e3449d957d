import { randomBytes } from 'node:crypto'
import type { DoubleContext } from '../context/double-context.ts'
import type { KeptAccount, KeptNotice, KeptPost } from './mastodon-objects.ts'

export type MastodonApp = {
  client_id: string
  client_secret: string
  name: string
  redirect_uri: string
  scopes: string
}
type MastodonCode = { client_id: string; redirect_uri: string; scopes: string; code_challenge: string }
export type MastodonToken = { token: string; client_id: string; scopes: string; account: string | null }

type MastodonState = {
  /** From before 4.3: no metadata, no PKCE. */
  isOld: boolean
  me: string
  accounts: KeptAccount[]
  /** Oldest first, as the lists below. */
  posts: KeptPost[]
  notices: KeptNotice[]
  favorites: { id: string; post: string }[]
  apps: MastodonApp[]
  codes: Record<string, MastodonCode>
  tokens: MastodonToken[]
  /** The post of each Idempotency-Key, for an hour. */
  keys: Record<string, { post: string; at: number }>
  nextId: number
}

export function mastodonState(ctx: DoubleContext): MastodonState {
  return ctx.state(() => ({
    isOld: false,
    me: '1',
    accounts: [
      { id: '1', username: 'ada', name: 'Ada' },
      { id: '2', username: 'babbage', name: 'Charles' },
    ],
    posts: [],
    notices: [],
    favorites: [],
    apps: [],
    codes: {},
    tokens: [],
    keys: {},
    nextId: 116_159_000_000_000,
  }))
}

function newId(ctx: DoubleContext): string {
  const state = mastodonState(ctx)
  state.nextId += 1
  return String(state.nextId)
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function addPost(ctx: DoubleContext, post: Omit<KeptPost, 'id' | 'at'>): KeptPost {
  const added = { ...post, id: newId(ctx), at: new Date(ctx.now()).toISOString() }
  mastodonState(ctx).posts.push(added)
  ctx.save()
  return added
}

function addNotice(ctx: DoubleContext, notice: Omit<KeptNotice, 'id' | 'at'>): void {
  mastodonState(ctx).notices.push({ ...notice, id: newId(ctx), at: new Date(ctx.now()).toISOString() })
  ctx.save()
}

const PLAIN = { visibility: 'public', warning: '', boosts: null } as const

/** Events at the server, for the page's buttons and for tests. */
export const mastodonHappenings: Record<string, (ctx: DoubleContext, text: string) => void> = {
  post: (ctx, text) => void addPost(ctx, { ...PLAIN, account: '1', text }),
  private_post: (ctx, text) => void addPost(ctx, { ...PLAIN, account: '1', text, visibility: 'private' }),
  mention: (ctx, text) => {
    const post = addPost(ctx, { ...PLAIN, account: '2', text: `@ada ${text}` })
    addNotice(ctx, { type: 'mention', account: '2', post: post.id })
  },
  follow: (ctx) => addNotice(ctx, { type: 'follow', account: '2', post: null }),
  post_of_another: (ctx, text) => void addPost(ctx, { ...PLAIN, account: '2', text }),
  favorite: (ctx, text) => {
    const post = addPost(ctx, { ...PLAIN, account: '2', text })
    mastodonState(ctx).favorites.push({ id: newId(ctx), post: post.id })
    ctx.save()
  },
  /** The server forgets apps that nobody used. */
  forget_apps: (ctx) => {
    Object.assign(mastodonState(ctx), { apps: [], tokens: [], codes: {} })
    ctx.save()
  },
  become_old: (ctx) => {
    mastodonState(ctx).isOld = true
    ctx.save()
  },
}
