import { forgetSignIns } from '../../oauth/oauth-tokens.ts'
import type { DoubleContext } from '../context/double-context.ts'
import type { KeptAccount, KeptNotice, KeptPost } from './mastodon-objects.ts'

type MastodonState = {
  /** From before 4.3, without metadata. */
  isOld: boolean
  me: string
  accounts: KeptAccount[]
  /** Oldest first, as the lists below. */
  posts: KeptPost[]
  notices: KeptNotice[]
  favorites: { id: string; post: string }[]
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
    keys: {},
    nextId: 116_159_000_000_000,
  }))
}

function newId(ctx: DoubleContext): string {
  const state = mastodonState(ctx)
  state.nextId += 1
  return String(state.nextId)
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
  forget_apps: (ctx) => forgetSignIns(ctx.oauth, ctx.module_name),
  become_old: (ctx) => {
    mastodonState(ctx).isOld = true
    ctx.save()
  },
}
