import type { mastodon } from 'masto'

export type KeptAccount = { id: string; username: string; name: string }
export type KeptPost = {
  id: string
  at: string
  account: string
  text: string
  visibility: mastodon.v1.StatusVisibility
  warning: string
  boosts: string | null
}
export type KeptNotice = {
  id: string
  at: string
  type: 'mention' | 'follow' | 'favourite'
  account: string
  post: string | null
}

const EPOCH = '2026-01-01T00:00:00.000Z'

export function accountObject(address: string, { id, username, name }: KeptAccount): mastodon.v1.Account {
  const image = `${address}/avatars/missing.png`
  return {
    id,
    username,
    acct: username,
    url: `${address}/@${username}`,
    displayName: name,
    note: '<p>Looms.</p>',
    avatar: image,
    avatarStatic: image,
    header: image,
    headerStatic: image,
    locked: false,
    fields: [],
    emojis: [],
    bot: false,
    group: false,
    createdAt: EPOCH,
    lastStatusAt: '2026-03-01',
    statusesCount: 1,
    followersCount: 1,
    followingCount: 1,
    roles: [],
    featureApproval: { automatic: ['public'], manual: [], current_user: 'automatic' },
  }
}

/** A post as its server shows it: HTML, with its hashtags named. */
export function postObject(
  address: string,
  post: KeptPost,
  read: { account(id: string): KeptAccount; post(id: string): KeptPost | undefined },
): mastodon.v1.Status {
  const boosted = post.boosts === null ? undefined : read.post(post.boosts)
  const author = read.account(post.account)
  const url = `${address}/@${author.username}/${post.id}`
  return {
    id: post.id,
    uri: `${address}/users/${author.username}/statuses/${post.id}`,
    url,
    createdAt: post.at,
    editedAt: null,
    account: accountObject(address, author),
    content: boosted ? '' : htmlOf(post.text),
    visibility: post.visibility,
    sensitive: post.warning !== '',
    spoilerText: post.warning,
    mediaAttachments: [],
    application: { name: 'Web', website: null },
    mentions: [],
    tags: tagsOf(post.text).map((name) => ({ id: name, name, url: `${address}/tags/${name}` })),
    emojis: [],
    reblogsCount: 0,
    favouritesCount: 0,
    repliesCount: 0,
    quotesCount: 0,
    quoteApproval: { automatic: ['public'], manual: [], currentUser: 'automatic' },
    reblog: boosted ? postObject(address, boosted, read) : null,
    language: 'en',
    inReplyToId: null,
    inReplyToAccountId: null,
    poll: null,
    card: null,
  }
}

export function tagsOf(text: string): string[] {
  return [...text.matchAll(/#(\w+)/g)].map(([, name = '']) => name.toLowerCase())
}

function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<p>${escaped.replaceAll('\n', '<br />')}</p>`
}

/** As the server writes it: names with underscores. Masto gives them back as its types have them. */
export function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSent)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      asSent(each),
    ]),
  )
}
