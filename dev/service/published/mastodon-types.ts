import type { mastodon } from 'masto'

/** Types that masto publishes of what servers of Mastodon answer, under the names by which samples are checked. */
export type Statuses = mastodon.v1.Status[]
export type PostedStatus = mastodon.v1.Status
export type OwnAccount = mastodon.v1.Account
export type NewClient = mastodon.v1.Client
export type Found = mastodon.v2.Search
export type Notifications = mastodon.v1.Notification[]
