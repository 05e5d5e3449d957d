import type { RowOfDraft } from '../rows/draft-rows.ts'
import { ChosenStepRow } from './chosen-step-row.tsx'
import { EmptyStepRow } from './empty-step-row.tsx'
import type { Editor } from './editor.ts'
import { WaitRow } from './wait-row.tsx'
import { WhenRow } from './when-row.tsx'

/** A row of the draft with its panel. */
export function EditorRow({ row, editor }: { row: RowOfDraft; editor: Editor }): React.JSX.Element {
  switch (row.part) {
    case 'step':
      return row.step ? (
        <ChosenStepRow row={row} step={row.step} editor={editor} />
      ) : (
        <EmptyStepRow row={row} editor={editor} />
      )
    case 'when':
      return <WhenRow editor={editor} />
    case 'wait':
      return <WaitRow editor={editor} />
  }
}
