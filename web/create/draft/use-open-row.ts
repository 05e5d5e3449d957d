import { useEffect, useState } from 'react'
import { draftPath, readDraftRow, type DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { DraftOrigin } from '../../browser/api/draft-calls.ts'
import { addressQuery } from '../../browser/navigation/page-address.ts'
import { onBackOrForward, pushAddress, replaceAddress } from '../../browser/navigation/shown-address.ts'

export type OpenRow = {
  row: DraftRow | null
  /** The address of this page with a row open. */
  addressOf: (row: DraftRow | null) => string
  /** Opens a row, or none. Back returns to the one before. */
  open: (row: DraftRow | null) => void
  /** The open row stands at another place now. */
  follow: (row: DraftRow | null) => void
}

/** The page with this row open. While nothing is stored, the address says what the draft begins with. */
function addressOf(draftId: number | null, origin: DraftOrigin, row: DraftRow | null): string {
  if (draftId !== null) return draftPath(draftId, row)
  const query = new URLSearchParams({ ...origin, ...(row && { step: row }) }).toString()
  return query === '' ? draftPath(null) : `${draftPath(null)}?${query}`
}

/** The row that the page's address says is open (`?step=`). */
export function rowInAddress(): DraftRow | null {
  return readDraftRow(new URLSearchParams(addressQuery()).get('step'))
}

/** The row whose panel is open, which the page's address says too. */
export function useOpenRow(draftId: number | null, origin: DraftOrigin, first: DraftRow | null): OpenRow {
  const [row, setRow] = useState(first)
  useEffect(() => onBackOrForward(() => setRow(rowInAddress())), [])
  return {
    row,
    addressOf: (next) => addressOf(draftId, origin, next),
    open(next) {
      pushAddress(addressOf(draftId, origin, next))
      setRow(next)
    },
    follow(next) {
      replaceAddress(addressOf(draftId, origin, next))
      setRow(next)
    },
  }
}
