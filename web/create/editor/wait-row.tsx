import { lazyPart } from '../../site/lazy-part.tsx'
import { setWait, waitOf } from '../../../worker/contract/drafts/draft-steps.ts'
import { waitInWords } from '../../../worker/contract/drafts/wait-in-words.ts'
import { DraftRowView } from '../rows/draft-row.tsx'
import type { Editor } from './editor.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { RowActions } from './row-actions.tsx'

const WaitPanel = lazyPart(
  'create/pace/wait-panel.tsx',
  () => import('../pace/wait-panel.tsx').then((module) => module.WaitPanel),
  <PanelSkeleton />,
)

/** How long it waits before its actions. */
export function WaitRow({ editor }: { editor: Editor }) {
  const { page, openRow, remove } = editor
  const { draft, change } = page
  const wait = waitOf(draft.doc)
  const isOpen = openRow.row === 'wait'
  return (
    <DraftRowView
      name="wait"
      label="Wait"
      sentence={wait > 0 ? waitInWords(wait) : 'Choose how long'}
      icon="clock"
      notes={null}
      open={isOpen}
      onToggle={() => openRow.open(isOpen ? null : 'wait')}
    >
      <WaitPanel wait={wait} change={change} />
      <RowActions row="wait" editor={editor} onRemove={() => remove('It no longer waits.', () => change(setWait(0)))} />
    </DraftRowView>
  )
}
