import type { DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { DraftView, FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import type { UserTier } from '../../../worker/contract/tiers.ts'
import type { DraftOrigin } from '../../browser/api/draft-calls.ts'
import type { BrowsedService } from '../step/step-search.tsx'

/** The data for rendering the page where an Applet is made. */
export type CreatePageData = {
  draft: DraftView
  origin: DraftOrigin
  /** The row whose panel is open. */
  row: DraftRow | null
  services: readonly BrowsedService[]
  /** The steps to choose from in the open row, while it has none. */
  found: readonly FoundDraftStep[] | null
  /** The sentence that the address asks to describe (`?describe=`). */
  sentence: string
  userId: string
  user: UserTier
  /** Whether the Applet is for others too: then its author chooses what each of them is asked. */
  forOthers: boolean
  timeZone: string
}
