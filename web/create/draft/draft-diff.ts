import { SECRET_KEPT } from '../../../worker/contract/applets/field-values.ts'
import { stepsOfKind } from '../../../worker/contract/applets/step-list.ts'
import { ownStep } from '../../../worker/contract/drafts/draft-steps.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import { OWN_KEYS, type AppletDraft, type DraftChange, type DraftStep } from '../../../worker/contract/drafts/draft.ts'
import { foldChanges, isSame } from './fold-changes.ts'

/** The changes that make one draft of the other: for “Keep mine” over another version, and for Undo. */
export function changesBetween(from: AppletDraft, to: AppletDraft): DraftChange[] {
  const changes: DraftChange[] = []
  if (from.name !== to.name) changes.push({ kind: 'set_name', name: to.name })
  changes.push(...stepChanges('trigger', from, to))
  changes.push(...stepChanges('query', from, to))
  changes.push(...ownChanges(from, to))
  changes.push(...stepChanges('action', from, to))
  if (from.min_gap !== to.min_gap || !isSame(from.quiet, to.quiet))
    changes.push({ kind: 'set_pace', min_gap: to.min_gap, quiet: to.quiet })
  return [...changes, ...moves(foldChanges(from, changes), to)]
}

function stepChanges(kind: StepKind, { steps: from }: AppletDraft, { steps: to }: AppletDraft): DraftChange[] {
  const before: DraftStep[] = stepsOfKind(from, kind)
  const after: DraftStep[] = stepsOfKind(to, kind)
  const removed = before.filter(({ key }) => !after.some((step) => step.key === key))
  return [
    ...removed.map(({ key }) => ({ kind: 'remove_step' as const, key })),
    ...after.flatMap((step) =>
      changesOfStep(
        before.find(({ key }) => key === step.key),
        step,
      ),
    ),
  ]
}

function ownChanges(from: AppletDraft, to: AppletDraft): DraftChange[] {
  return Object.values(OWN_KEYS).flatMap((key) => {
    const step = ownStep(to, key)
    return isSame(ownStep(from, key), step) ? [] : [{ kind: 'set_own' as const, key, step }]
  })
}

function changesOfStep(from: DraftStep | undefined, to: DraftStep): DraftChange[] {
  const { kind, key, module_name, slug, said } = to
  const same = from?.module_name === module_name && from.slug === slug
  const slot = from?.module_name === module_name ? from.account_slot : 0
  const known: Pick<DraftStep, 'account_slot' | 'fields' | 'asked'> = same
    ? from
    : { account_slot: slot, fields: {}, asked: [] }
  // Dots stand for a secret that only the server has.
  const fields = Object.fromEntries(Object.entries(to.fields).filter(([, value]) => value !== SECRET_KEPT))
  const asked = new Set([...known.asked, ...to.asked])
  return [
    ...(same ? [] : [{ kind: 'choose_step' as const, step: kind, key, module_name, slug, ...(said && { said }) }]),
    ...(known.account_slot === to.account_slot
      ? []
      : [{ kind: 'choose_account' as const, key, account_slot: to.account_slot }]),
    ...(isSame(known.fields, to.fields)
      ? []
      : [{ kind: 'set_fields' as const, key, fields, ...(to.labels && { labels: to.labels }) }]),
    ...[...asked]
      .filter((field) => known.asked.includes(field) !== to.asked.includes(field))
      .map((field) => ({ kind: 'ask_users' as const, key, field, asked: to.asked.includes(field) })),
  ]
}

/** Steps that were added stand at the end of their row. */
function moves(from: AppletDraft, to: AppletDraft): DraftChange[] {
  return [...orderOf('query', from, to), ...orderOf('action', from, to)]
}

function orderOf(kind: StepKind, from: AppletDraft, to: AppletDraft): DraftChange[] {
  const order = stepsOfKind(from.steps, kind).map(({ key }) => key)
  return stepsOfKind(to.steps, kind).flatMap(({ key }, place) => {
    const at = order.indexOf(key)
    if (at === place || at < 0) return []
    order.splice(place, 0, ...order.splice(at, 1))
    return [{ kind: 'move_step' as const, key, to: place }]
  })
}
