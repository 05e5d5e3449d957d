import { SOLD_PLANS, type SoldPlan } from '../../../../worker/contract/tiers.ts'
import { isFresh, isModalData } from '../../../../worker/contract/upgrade/cached-modal-data.ts'
import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { userStateKey } from '../../../browser/storage/saved-page-state.ts'
import { localStore, type Store } from '../../../browser/storage/storage.ts'

type Ports = {
  ask: (user: string, plan: SoldPlan) => Promise<SubscriptionModal>
  store: Pick<Store, 'read' | 'write' | 'remove'>
  /** This browser's clock, in ms. */
  now: () => number
}

/** An entry in storage. `got_at`: in ms of this browser's clock. */
type Kept = { got_at: number; data: unknown }

/**
 * The modal's data (§7), kept in local storage by user and plan for ten minutes from when this browser got it. All tabs
 * share it.
 */
export function modalData({ ask, store, now }: Ports) {
  return {
    /** The stored data; null if there is none or it is invalid or expired. */
    kept(user: string, plan: SoldPlan): SubscriptionModal | null {
      const { got_at, data } = readKept(store.read(keyOf(user, plan)))
      if (isFresh(got_at, now()) && isModalData(data, user, plan)) return data
      store.remove(keyOf(user, plan))
      return null
    },
    /** Asks the server and stores the answer. Rejects with RequestError. */
    async asked(user: string, plan: SoldPlan): Promise<SubscriptionModal> {
      const data = await ask(user, plan)
      const kept: Kept = { got_at: now(), data }
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
    const { got_at, data }: Record<string, unknown> = { ...(typeof value === 'object' ? value : null) }
    if (typeof got_at === 'number') return { got_at, data }
  } catch {
    // Truncated, or not written by us.
  }
  return { got_at: Infinity, data: null }
}
