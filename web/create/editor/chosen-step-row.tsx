import { lazyPart } from '../../site/lazy-part.tsx'
import type { ShownStep } from '../draft/shown-draft.ts'
import { SaidParts } from '../../ui/said/said-parts.tsx'
import { DraftRowView } from '../rows/draft-row.tsx'
import type { StepRowOfDraft } from '../rows/draft-rows.ts'
import { PlanBadge } from '../rows/plan-badge.tsx'
import { STATE_WORDS } from '../rows/row-words.ts'
import { sayRow } from '../rows/say-row.ts'
import type { Editor } from './editor.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'
import '../../ui/badge.css'

const StepRowPanel = lazyPart(
  'create/editor/step-row-panel.tsx',
  () => import('./step-row-panel.tsx').then((module) => module.StepRowPanel),
  <PanelSkeleton />,
)

type Props = { row: StepRowOfDraft; step: ShownStep; editor: Editor }

/** The row of a chosen step. */
export function ChosenStepRow({ row, step, editor }: Props) {
  const { data, page, openRow } = editor
  const isOpen = openRow.row === row.row
  return (
    <DraftRowView
      name={step.key}
      label={row.label}
      sentence={
        <>
          {isOpen ? step.name : <SaidParts parts={sayRow(page.draft, step, data.timeZone)} />}{' '}
          {step.service ? <span className="of-service">{step.service.name}</span> : null}
        </>
      }
      icon={step.service}
      notes={<StepNotes step={step} />}
      open={isOpen}
      onToggle={() => openRow.open(isOpen ? null : row.row)}
    >
      <StepRowPanel row={row} step={step} editor={editor} />
    </DraftRowView>
  )
}

function StepNotes({ step: { state, is_stopped, rules, guessed, loading, lostSecrets } }: { step: ShownStep }) {
  const words = loading ? null : STATE_WORDS[state]
  return (
    <>
      {guessed ? <span className="badge">Suggested</span> : null}
      {words === null ? null : <span className={state === 'withdrawn' ? 'badge bad' : 'badge'}>{words}</span>}
      {is_stopped ? <span className="badge">Paused for everyone</span> : null}
      {lostSecrets.length > 0 ? <span className="badge bad">Secret not kept</span> : null}
      <PlanBadge rules={rules} />
    </>
  )
}
