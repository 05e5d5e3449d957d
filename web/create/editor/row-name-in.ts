import { stepInRow, type DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { AppletDraft } from '../../../worker/contract/drafts/draft.ts'

/** The name that `rowName` gives a row, by the row's address. */
export function rowNameIn(doc: AppletDraft, row: DraftRow): string {
  return stepInRow(doc, row)?.key ?? row
}
