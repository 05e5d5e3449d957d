import { createContext, use } from 'react'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import type { Upgraded, UpgradeStep } from '../../../../worker/contract/upgrade/upgrade.ts'
import { ExternalStore } from '../../../ui/state/external-store.ts'
import type { Session } from '../../session/session.ts'

/** Why the upgrade modal opens, and for which plan (§2.4). */
export type UpgradeModalRequest = {
  step: UpgradeStep
  plan: SoldPlan
  /** The blocked Applet; its rules are asked for again. */
  appletId?: number
  /** Unsaved edits are open; the modal says so. */
  editing?: boolean
  /** Reload the page after success, because it shows things that depend on the tier. */
  thenReload?: boolean
  /** Called before the user must sign in again: stores what to resume afterwards. */
  beforeSignIn?(): void
}

export type OpenUpgrade = UpgradeModalRequest & {
  /** Ends the modal: with what the user has now, or null if they closed it. */
  onEnd(upgraded: Upgraded | null): void
}

export type UpgradeModalProps = { asked: OpenUpgrade; session: Promise<Session> }

/** The page's one upgrade modal, and the promise of its caller. */
export class UpgradeModalStore extends ExternalStore<OpenUpgrade | null> {
  constructor() {
    super(null)
  }

  /** Opens the modal. Null: it was closed, or another one is open. */
  readonly ask = (ask: UpgradeModalRequest): Promise<Upgraded | null> => {
    if (this.get()) return Promise.resolve(null)
    return new Promise((resolve) => {
      const onEnd = (upgraded: Upgraded | null) => {
        this.set(null)
        resolve(upgraded)
      }
      this.set({ ...ask, onEnd })
    })
  }
}

const UpgradeContext = createContext<UpgradeModalStore | null>(null)
export const UpgradeProvider = UpgradeContext.Provider

export function useUpgradeModalStore(): UpgradeModalStore {
  const store = use(UpgradeContext)
  if (!store) throw new Error('useUpgradeModalStore needs an UpgradeProvider above it.')
  return store
}
