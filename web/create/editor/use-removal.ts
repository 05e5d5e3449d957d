import { useState } from 'react'
import type { DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { AppletDraft } from '../../../worker/contract/drafts/draft.ts'
import type { DraftOfPage } from '../draft/use-draft.ts'
import type { OpenRow } from '../draft/use-open-row.ts'
import { rowButton } from '../rows/draft-row.tsx'
import type { Editor } from './editor.ts'
import { rowNameIn } from './row-name-in.ts'

/** The part that was taken away, and the draft as it was. */
export type Removed = { words: string; doc: AppletDraft; row: DraftRow | null }

type Given = { page: DraftOfPage; openRow: OpenRow; focusNext: Editor['focusNext']; say: Editor['say'] }

/** Takes parts of the draft away. The last one can be undone until the next change, which Undo would take back too. */
export function useRemoval({ page, openRow, focusNext, say }: Given) {
  const [removed, setRemoved] = useState<Removed | null>(null)
  return {
    removed,
    /** The page's draft, whose changes end the offer to undo. */
    page: {
      ...page,
      change(change) {
        setRemoved(null)
        page.change(change)
      },
      chooseStep(found, key) {
        setRemoved(null)
        page.chooseStep(found, key)
      },
    } satisfies DraftOfPage,
    remove(words: string, takeAway: () => void) {
      takeAway()
      setRemoved({ words, doc: page.draft.doc, row: openRow.row })
      openRow.open(null)
      focusNext('#undo')
    },
    undo({ doc, row }: Removed) {
      const isWhole = page.restore(doc)
      say(isWhole ? '' : 'It is back, but its secret was not kept. Type it again.')
      setRemoved(null)
      openRow.open(row)
      if (row) focusNext(rowButton(rowNameIn(doc, row)))
    },
  }
}
