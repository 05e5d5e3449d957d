import { createContext, use } from 'react'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import type { Upgraded, UpgradeStep } from '../../../worker/contract/upgrade/upgrade.ts'
import { SharedState } from '../../ui/state/shared-state.ts'
import type { Session } from '../../site/session.ts'

/** Why the upgrade modal opens, and for which plan (§2.4). */
export type UpgradeModalRequest = {
  step: UpgradeStep
  plan: SoldPlan
  /** The Applet that is blocked: its rules are asked anew. */
  appletId?: number
  /** Something is being edited, and is not saved before: the modal says so. */
  editing?: boolean
  /** The page shows things of the tier and nothing waits for the answer: after success it is loaded anew, and says so there. */
  thenReload?: boolean
  /** The user has to sign in again first: notes what is to go on after it. */
  beforeSignIn?(): void
}

export type OpenUpgrade = UpgradeModalRequest & {
  /** Ends it: with what the user has now, or null where they closed it. */
  onEnd(upgraded: Upgraded | null): void
}

export type UpgradeModalProps = { asked: OpenUpgrade; session: Promise<Session> }

/** The one upgrade modal of a page, and whoever waits for what comes of it. */
export class UpgradeModalStore extends SharedState<OpenUpgrade | null> {
  constructor() {
    super(null)
  }

  /** Opens the modal. Null: it was closed, or one is open already. */
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
  const board = use(UpgradeContext)
  if (!board) throw new Error('useUpgradeModalStore needs an UpgradeProvider above it.')
  return board
}
