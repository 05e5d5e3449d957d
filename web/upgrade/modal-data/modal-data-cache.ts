import { SOLD_PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'
import { isFresh, isModalData } from '../../../worker/contract/upgrade/cached-modal-data.ts'
import type { SubscriptionModal } from '../../../worker/contract/upgrade/upgrade.ts'
import { userStateKey } from '../../browser/storage/saved-page-state.ts'
import { localStore, type Store } from '../../browser/storage/storage.ts'

type Ports = {
  ask: (plan: SoldPlan) => Promise<unknown>
  store: Pick<Store, 'read' | 'write' | 'remove'>
  /** This browser's clock, ms. */
  now: () => number
}

/** As it lies in storage: since when and until when by this browser's clock. */
type Kept = { from: number; until: number; data: unknown }

/**
 * The modal's data (§7), kept in local storage under a key for each user for as long as the server says, which is ten
 * minutes from when it was made. All tabs share it.
 */
export function modalData({ ask, store, now }: Ports) {
  return {
    /** What is at hand; null where there is nothing, or nothing that can be relied on. */
    kept(user: string, plan: SoldPlan): SubscriptionModal | null {
      const { from, until, data } = readKept(store.read(keyOf(user, plan)))
      if (isFresh({ from, until }, now()) && isModalData(data, user, plan)) return data
      store.remove(keyOf(user, plan))
      return null
    },
    /** Asks the server, and keeps the answer. Rejects with RequestError, or where it is no such answer. */
    async asked(user: string, plan: SoldPlan): Promise<SubscriptionModal> {
      // Counted from before the question: the answer was made later than that.
      const from = now()
      const data = await ask(plan)
      if (!isModalData(data, user, plan)) throw new Error('This is not what the upgrade modal needs to know.')
      const kept: Kept = { from, until: from + data.expires_at - data.served_at, data }
      store.write(keyOf(user, plan), JSON.stringify(kept))
      return data
    },
    forget: (user: string) => forgetIn(store, user),
  }
}
export type ModalDataStore = ReturnType<typeof modalData>

/** After any success: what was known of this user is so no longer. */
export function forgetModalData(user: string): void {
  forgetIn(localStore, user)
}

function forgetIn(store: Pick<Store, 'remove'>, user: string): void {
  for (const plan of SOLD_PLANS) store.remove(keyOf(user, plan))
}

function keyOf(user: string, plan: SoldPlan): string {
  return userStateKey(`subscription-modal-${plan}`, user)
}

/** Anyone can write to storage: what is read is checked before it is used. */
function readKept(text: string | null): Kept {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const { from, until, data }: Record<string, unknown> = { ...(typeof value === 'object' ? value : null) }
    if (typeof from === 'number' && typeof until === 'number') return { from, until, data }
  } catch {
    // Cut off, or never ours.
  }
  return { from: Infinity, until: 0, data: null }
}
