import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import type { Session } from '../../site/session/session.ts'
import type { DraftOfPage } from '../draft/use-draft.ts'
import type { EventValues } from '../fields/step-ingredients.ts'
import type { OpenRow } from '../draft/use-open-row.ts'
import type { CreatePageData } from './create-page-data.ts'

/** All that a row may use of the page around it. */
export type Editor = {
  data: CreatePageData
  session: Promise<Session>
  page: DraftOfPage
  openRow: OpenRow
  /** Whether the Applet is for others too, so that each field may be asked of them. */
  forOthers: boolean
  /** The author has pressed Create: every problem is shown. */
  submitted: boolean
  /** The values of the event that the draft was last tried with; null before, and for an example. */
  lastEvent: EventValues | null
  /** Gives the focus to the element that the first of these selectors finds, once it is shown. */
  focusNext: (...selectors: string[]) => void
  /** Whether a part may be used, after the upgrade that it needs. */
  needPlan: (rules: EnablementRules) => Promise<boolean>
  /** Takes a part away, says so, and offers to undo that. */
  remove: (said: string, takeAway: () => void) => void
  /** Says it to screen readers. */
  say: (words: string) => void
}
