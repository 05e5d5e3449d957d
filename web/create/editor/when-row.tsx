import { setWhen, whenOf } from '../../../worker/contract/drafts/draft-steps.ts'
import { lazyPart } from '../../site/lazy-part.tsx'
import { SaidParts } from '../../ui/said/said-parts.tsx'
import { DraftRowView } from '../rows/draft-row.tsx'
import { PlanBadge } from '../rows/plan-badge.tsx'
import { sayWhenRow } from '../rows/say-row.ts'
import type { Editor } from './editor.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { RowActions } from './row-actions.tsx'

const WhenPanel = lazyPart(
  'create/when/when-panel.tsx',
  () => import('../when/when-panel.tsx').then((module) => module.WhenPanel),
  <PanelSkeleton />,
)

/** "Only if …", as a form or as code. */
export function WhenRow({ editor }: { editor: Editor }) {
  const { data, page, openRow, submitted, remove } = editor
  const { doc, part_rules } = page.draft
  const when = whenOf(doc)
  const isOpen = openRow.row === 'when'
  const onRemove = () => remove('It runs every time again.', () => page.change(setWhen({ kind: 'always' })))
  return (
    <DraftRowView
      name="when"
      label="When"
      sentence={
        when.kind === 'always' ? (
          'Choose when it runs'
        ) : (
          <SaidParts parts={sayWhenRow(page.draft, when, data.timeZone)} />
        )
      }
      icon="filter"
      notes={<PlanBadge rules={part_rules.when} />}
      open={isOpen}
      onToggle={() => openRow.open(isOpen ? null : 'when')}
    >
      <WhenPanel draft={page.draft} change={page.change} onRemove={onRemove} submitted={submitted} />
      <RowActions row="when" editor={editor} onRemove={onRemove} />
    </DraftRowView>
  )
}
