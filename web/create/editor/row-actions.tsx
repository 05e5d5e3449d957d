import { Button } from '../../ui/button/button.tsx'
import { rowButton } from '../rows/draft-row.tsx'
import type { Editor } from './editor.ts'
import '../step/step-panel.css'

type Props = { row: 'when' | 'wait'; editor: Pick<Editor, 'openRow' | 'focusNext'>; onRemove: () => void }

/** Below the panel of a row that has no step. */
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
