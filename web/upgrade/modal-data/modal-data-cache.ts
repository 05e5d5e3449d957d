import { SOLD_PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'
import { isFresh, isModalData } from '../../../worker/contract/upgrade/cached-modal-data.ts'
import type { SubscriptionModal } from '../../../worker/contract/upgrade/upgrade.ts'
import { userStateKey } from '../../browser/storage/saved-page-state.ts'
import { localStore, type Store } from '../../browser/storage/storage.ts'

type Ports = {
  ask: (plan: SoldPlan) => Promise<unknown>
  store: Pick<Store, 'read' | 'write' | 'remove'>
  /** This browser's clock, in ms. */
  now: () => number
}

/** An entry in storage: valid from and until these times of this browser's clock. */
type Kept = { from: number; until: number; data: unknown }

/**
 * The modal's data (§7), kept in local storage by user and plan until the server's expiry, ten minutes after it was made.
 * All tabs share it.
 */
export function modalData({ ask, store, now }: Ports) {
  return {
    /** The stored data; null if there is none or it is invalid or expired. */
    kept(user: string, plan: SoldPlan): SubscriptionModal | null {
      const { from, until, data } = readKept(store.read(keyOf(user, plan)))
      if (isFresh({ from, until }, now()) && isModalData(data, user, plan)) return data
      store.remove(keyOf(user, plan))
      return null
    },
    /** Asks the server and stores the answer. Rejects with RequestError, or with Error for an invalid answer. */
    async asked(user: string, plan: SoldPlan): Promise<SubscriptionModal> {
      // Counted from before the request, because the answer was made after that.
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

/** Call after any purchase: the stored data is out of date. */
export function forgetModalData(user: string): void {
  forgetIn(localStore, user)
}

function forgetIn(store: Pick<Store, 'remove'>, user: string): void {
  for (const plan of SOLD_PLANS) store.remove(keyOf(user, plan))
}

function keyOf(user: string, plan: SoldPlan): string {
  return userStateKey(`subscription-modal-${plan}`, user)
}

/** Anyone can write to storage, so its content is checked before use. */
function readKept(text: string | null): Kept {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const { from, until, data }: Record<string, unknown> = { ...(typeof value === 'object' ? value : null) }
    if (typeof from === 'number' && typeof until === 'number') return { from, until, data }
  } catch {
    // Truncated, or not written by us.
  }
  return { from: Infinity, until: 0, data: null }
}
