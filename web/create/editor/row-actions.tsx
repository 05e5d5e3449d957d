import type { OwnStep } from '../../../worker/contract/drafts/draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { rowButton } from '../rows/draft-row.tsx'
import type { Editor } from './editor.ts'
import '../step/step-panel.css'

type Props = { row: OwnStep['key']; editor: Editor; onRemove: () => void }

/** Below the panel of the draft's own step. */
export function RowActions({ row, editor: { openRow, focusNext }, onRemove }: Props) {
  return (
    <div className="step-actions">
      <Button
        size="small"
        onClick={() => {
          openRow.open(null)
          focusNext(rowButton(row))
        }}
      >
        Done
      </Button>
      <Button kind="quiet" size="small" onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}
