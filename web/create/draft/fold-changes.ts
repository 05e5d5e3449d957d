import { changeDraft } from '../../../worker/contract/drafts/change-draft.ts'
import type { AppletDraft, DraftChange } from '../../../worker/contract/drafts/draft.ts'

/** The draft after these changes. One that no longer applies, such as of a removed step, is passed over. */
export function foldChanges(doc: AppletDraft, changes: readonly DraftChange[]): AppletDraft {
  return changes.reduce((known, change) => changeDraft(known, change) ?? known, doc)
}

/** Whether the draft has all of these changes already. */
export function hasChanges(doc: AppletDraft, changes: readonly DraftChange[]): boolean {
  return isSame(foldChanges(doc, changes), doc)
}

/**
 * Adds a change to those that wait. It replaces earlier ones about the same thing: what the server refuses is not sent
 * again once it was corrected.
 */
export function addChange(waiting: readonly DraftChange[], change: DraftChange): DraftChange[] {
  if (change.kind === 'set_fields') {
    // Fields of the step that stood there before are not this one's.
    const at = waiting.findLastIndex(
      (each) => 'key' in each && each.key === change.key && OF_FIELDS.includes(each.kind),
    )
    const known = waiting[at]
    if (known?.kind === 'set_fields')
      return waiting.with(at, {
        ...change,
        fields: { ...known.fields, ...change.fields },
        ...((known.labels ?? change.labels) && { labels: { ...known.labels, ...change.labels } }),
      })
  }
  const isReplaced = (each: DraftChange) => each.kind === change.kind && keyOf(each) === keyOf(change)
  const others = WHOLE.includes(change.kind) ? waiting.filter((each) => !isReplaced(each)) : waiting
  return [...others, change]
}

const OF_FIELDS: readonly DraftChange['kind'][] = ['set_fields', 'choose_step', 'remove_step']

/** Each says all of what it is about. */
const WHOLE: readonly DraftChange['kind'][] = ['set_name', 'set_own', 'set_pace']

function keyOf(change: DraftChange): string | null {
  return 'key' in change ? change.key : null
}

/** Whether two values are equal as JSON, in any order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const entries = Object.entries(one)
  const others = new Map(Object.entries(other))
  return (
    Array.isArray(one) === Array.isArray(other) &&
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && isSame(value, others.get(name)))
  )
}
