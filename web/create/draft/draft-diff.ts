import { SECRET_KEPT } from '../../../worker/contract/applets/field-values.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import type { AppletDraft, DraftChange, DraftStep } from '../../../worker/contract/drafts/draft.ts'
import { foldChanges, isSame } from './fold-changes.ts'

/** The changes that make one draft of the other: for “Keep mine” over another version, and for Undo. */
export function changesBetween(from: AppletDraft, to: AppletDraft): DraftChange[] {
  const changes: DraftChange[] = []
  if (from.name !== to.name) changes.push({ kind: 'set_name', name: to.name })
  changes.push(...stepChanges('trigger', listOf(from.trigger), listOf(to.trigger)))
  changes.push(...stepChanges('query', from.queries, to.queries))
  if (!isSame(from.when, to.when)) changes.push({ kind: 'set_when', when: to.when })
  if (from.wait !== to.wait) changes.push({ kind: 'set_wait', wait: to.wait })
  changes.push(...stepChanges('action', from.actions, to.actions))
  if (from.min_gap !== to.min_gap || !isSame(from.quiet, to.quiet))
    changes.push({ kind: 'set_pace', min_gap: to.min_gap, quiet: to.quiet })
  return [...changes, ...moves(foldChanges(from, changes), to)]
}

function listOf(step: DraftStep | null): DraftStep[] {
  return step ? [step] : []
}

function stepChanges(kind: StepKind, from: readonly DraftStep[], to: readonly DraftStep[]): DraftChange[] {
  const removed = from.filter(({ key }) => !to.some((step) => step.key === key))
  return [
    ...removed.map(({ key }) => ({ kind: 'remove_step' as const, key })),
    ...to.flatMap((step) =>
      changesOfStep(
        kind,
        from.find(({ key }) => key === step.key),
        step,
      ),
    ),
  ]
}

function changesOfStep(kind: StepKind, from: DraftStep | undefined, to: DraftStep): DraftChange[] {
  const { key, module_name, slug } = to
  const same = from?.module_name === module_name && from.slug === slug
  const slot = from?.module_name === module_name ? from.account_slot : 0
  const known: Pick<DraftStep, 'account_slot' | 'fields' | 'asked'> = same
    ? from
    : { account_slot: slot, fields: {}, asked: [] }
  // Dots stand for a secret that only the server has.
  const fields = Object.fromEntries(Object.entries(to.fields).filter(([, value]) => value !== SECRET_KEPT))
  const asked = new Set([...known.asked, ...to.asked])
  return [
    ...(same ? [] : [{ kind: 'choose_step' as const, step: kind, key, module_name, slug }]),
    ...(known.account_slot === to.account_slot
      ? []
      : [{ kind: 'choose_account' as const, key, account_slot: to.account_slot }]),
    ...(isSame(known.fields, to.fields) ? [] : [{ kind: 'set_fields' as const, key, fields }]),
    ...[...asked]
      .filter((field) => known.asked.includes(field) !== to.asked.includes(field))
      .map((field) => ({ kind: 'ask_users' as const, key, field, asked: to.asked.includes(field) })),
  ]
}

/** Steps that were added stand at the end of their row. */
function moves(from: AppletDraft, to: AppletDraft): DraftChange[] {
  return [...orderOf(from.queries, to.queries), ...orderOf(from.actions, to.actions)]
}

function orderOf(from: readonly DraftStep[], to: readonly DraftStep[]): DraftChange[] {
  const order = from.map(({ key }) => key)
  return to.flatMap(({ key }, place) => {
    const at = order.indexOf(key)
    if (at === place || at < 0) return []
    order.splice(place, 0, ...order.splice(at, 1))
    return [{ kind: 'move_step' as const, key, to: place }]
  })
}
