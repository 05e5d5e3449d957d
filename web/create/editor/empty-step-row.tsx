import type { FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import { randomId } from '../../browser/device/random-id.ts'
import { lazyPart } from '../../site/lazy-part.tsx'
import { DraftRowView, rowButton } from '../rows/draft-row.tsx'
import type { StepRowOfDraft } from '../rows/draft-rows.ts'
import { EMPTY_ROW_WORDS } from '../rows/row-words.ts'
import type { Editor } from './editor.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'

const StepSearch = lazyPart(
  'create/step/step-search.tsx',
  () => import('../step/step-search.tsx').then((module) => module.StepSearch),
  <PanelSkeleton />,
)

/** A row whose step is chosen next: closed a large button, open the search. */
export function EmptyStepRow({ row, editor }: { row: StepRowOfDraft; editor: Editor }) {
  const { data, page, openRow, focusNext, needPlan } = editor
  const isOpen = openRow.row === row.row
  const close = () => {
    openRow.open(null)
    focusNext(rowButton(row.row))
  }

  async function choose(found: FoundDraftStep) {
    if (!(await needPlan(found.rules))) return
    const key = randomId()
    page.chooseStep(found, key)
    focusNext(rowButton(key))
  }
  return (
    <DraftRowView
      name={row.row}
      label={row.label}
      sentence={EMPTY_ROW_WORDS[row.kind]}
      icon={null}
      notes={null}
      open={isOpen}
      empty
      onToggle={() => openRow.open(isOpen ? null : row.row)}
    >
      <StepSearch
        kind={row.kind}
        services={data.services}
        first={data.row === row.row ? data.found : null}
        onChoose={(found) => void choose(found)}
        onCancel={close}
      />
    </DraftRowView>
  )
}
