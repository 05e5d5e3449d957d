import type { OwnStep } from '../../../worker/contract/drafts/draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { rowButton } from '../rows/draft-row.tsx'
import type { Editor } from './editor.ts'
import '../step/step-panel.css'

type Props = { row: OwnStep['key']; editor: Editor; removed: string }

/** Below the panel of the draft's own step. `removed`: what is said once it is gone. */
export function RowActions({ row, editor, removed }: Props) {
  const { page, openRow, focusNext, remove } = editor
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
      <Button
        kind="quiet"
        size="small"
        onClick={() => remove(removed, () => page.change({ kind: 'set_own', key: row, step: null }))}
      >
        Remove
      </Button>
    </div>
  )
}
