import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import { userStateKey } from '../../browser/storage/saved-page-state.ts'
import { localStore } from '../../browser/storage/storage.ts'
import { ExternalStore } from '../../ui/state/external-store.ts'
import { readNotices, withoutSaid, type SavedNotices } from './notice-rules.ts'

/** A user's notices, as this browser keeps them: over pages and visits, until the user signs out. */
class NoticeStore extends ExternalStore<SavedNotices> {
  readonly #key: string

  constructor(userId: string) {
    const key = userStateKey('notices', userId)
    super(readNotices(localStore.read(key)))
    this.#key = key
  }

  override set(notices: SavedNotices): void {
    if (notices === this.get()) return
    localStore.write(this.#key, JSON.stringify(notices))
    super.set(notices)
  }
}

const stores = new Map<string, NoticeStore>()

/** One store for each user, so that a notice left on this page shows on it. */
export function noticeStore(userId: string): NoticeStore {
  const store = stores.get(userId) ?? new NoticeStore(userId)
  stores.set(userId, store)
  return store
}

/** Forgets what the page of this path says itself. */
export function forgetSaidNotices(userId: string, path: string): void {
  const store = noticeStore(userId)
  store.set(withoutSaid(path, store.get()))
}

/** Leaves the welcome to a plan, which stays until the user dismisses it. */
export function leaveWelcomeNotice(userId: string, plan: SoldPlan): void {
  const store = noticeStore(userId)
  store.set({ ...store.get(), welcome: plan })
}
