import { stepRow, type DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import { KINDS_IN_ORDER, ownStep } from '../../../worker/contract/drafts/draft-steps.ts'
import type { OwnStep } from '../../../worker/contract/drafts/draft.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import type { ShownDraft, ShownStep } from '../draft/shown-draft.ts'

export type RowLabel = 'If' | 'With' | 'When' | 'Wait' | 'Then' | 'And'

/** A row of a step; `step` is null while it is chosen. `place`: from 0, among `of` steps of its kind. */
export type StepRowOfDraft = {
  part: 'step'
  row: DraftRow
  label: RowLabel
  kind: StepKind
  step: ShownStep | null
  place: number
  of: number
}
export type RowOfDraft = StepRowOfDraft | { part: OwnStep['key'] }

/** If, With, When, Wait, Then, And: those that the draft has, If and Then always, and the one that is open. */
export function rowsOfDraft(draft: ShownDraft, open: DraftRow | null): RowOfDraft[] {
  return KINDS_IN_ORDER.flatMap((kind): RowOfDraft[] => {
    switch (kind) {
      case 'trigger':
      case 'query':
      case 'action':
        return stepRows(draft, kind, open)
      case 'filter':
        return ownRow(draft, 'when', open)
      case 'wait':
        return ownRow(draft, 'wait', open)
    }
  })
}

function ownRow({ doc }: ShownDraft, part: OwnStep['key'], open: DraftRow | null): RowOfDraft[] {
  return ownStep(doc, part) || open === part ? [{ part }] : []
}

function stepRows({ steps }: ShownDraft, kind: StepKind, open: DraftRow | null): StepRowOfDraft[] {
  const own = steps.filter((step) => step.kind === kind)
  const next = stepRow(kind, own.length)
  const isNextShown = (kind !== 'query' && own.length === 0) || (kind !== 'trigger' && open === next)
  const shown = [...own, ...(isNextShown ? [null] : [])]
  return shown.map((step, place) => ({
    row: stepRow(kind, place),
    label: stepLabel(kind, place),
    part: 'step' as const,
    kind,
    step,
    place,
    of: own.length,
  }))
}

function stepLabel(kind: StepKind, place: number): RowLabel {
  switch (kind) {
    case 'trigger':
      return 'If'
    case 'query':
      return 'With'
    case 'action':
      return place === 0 ? 'Then' : 'And'
  }
}

/** The row whose fields may be left to each user: the open one, else the first; null for none. */
export function rowToAsk(rows: readonly RowOfDraft[], open: DraftRow | null): StepRowOfDraft | null {
  const own = rows.filter((row): row is StepRowOfDraft => row.part === 'step' && hasFieldToAsk(row))
  return own.find(({ row }) => row === open) ?? own[0] ?? null
}

/** Every user has a secret of their own. */
function hasFieldToAsk({ step }: StepRowOfDraft): boolean {
  return step?.fields.some(({ type }) => type !== 'secret') ?? false
}

/** Names a row on the page: its step's key, as long as it has one. */
export function rowName(row: RowOfDraft): string {
  return row.part === 'step' ? (row.step?.key ?? row.row) : row.part
}
