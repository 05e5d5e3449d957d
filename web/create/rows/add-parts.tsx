import { useId } from 'react'
import { DRAFT_ACTIONS_MAX, DRAFT_QUERIES_MAX } from '../../../worker/contract/drafts/draft.ts'
import { stepRow, type DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import { stepsOfKind } from '../../../worker/contract/applets/step-list.ts'
import { KINDS_IN_ORDER } from '../../../worker/contract/drafts/draft-steps.ts'
import { NOT_BLOCKED, type EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import { Button } from '../../ui/button/button.tsx'
import type { ShownDraft } from '../draft/shown-draft.ts'
import { PlanBadge } from './plan-badge.tsx'
import './add-parts.css'

type Props = {
  draft: ShownDraft
  /** Opens the row, after the upgrade that these rules ask for. */
  onAdd: (row: DraftRow, rules: EnablementRules) => void
}

/** The further parts that an Applet may have, each with its plan. */
export function AddParts({ draft, onAdd }: Props) {
  const title = useId()
  const parts = partsToAdd(draft)
  if (parts.length === 0) return null
  return (
    <section className="add-parts" aria-labelledby={title}>
      <h2 id={title}>Add</h2>
      <ul className="parts">
        {parts.map(({ row, label, rules }) => (
          <li key={label}>
            <Button kind="secondary" size="small" onClick={() => onAdd(row, rules)}>
              {label} <PlanBadge rules={rules} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Part = { row: DraftRow; label: string; rules: EnablementRules }

/** Those that have room. */
function partsToAdd({ doc, part_rules: rules }: Pick<ShownDraft, 'doc' | 'part_rules'>): Part[] {
  return KINDS_IN_ORDER.flatMap((kind): Part[] => {
    const { length } = stepsOfKind(doc.steps, kind)
    switch (kind) {
      case 'trigger':
        return []
      case 'query':
        if (length >= DRAFT_QUERIES_MAX) return []
        return [{ row: stepRow(kind, length), label: 'Look something up', rules: rules.query }]
      case 'filter':
        return length > 0 ? [] : [{ row: 'when', label: 'Only sometimes', rules: rules.when }]
      case 'wait':
        return length > 0 ? [] : [{ row: 'wait', label: 'Wait first', rules: NOT_BLOCKED }]
      case 'action':
        if (length >= DRAFT_ACTIONS_MAX) return []
        return [{ row: stepRow(kind, length), label: 'Do another thing', rules: rules.action }]
    }
  })
}
