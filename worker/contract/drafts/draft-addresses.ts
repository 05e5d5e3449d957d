import { CREATE_PATH } from '../addresses.ts'
import type { AppletDraft, DraftStep } from './draft.ts'

/** A row of a draft's page, by its kind and its place among those of its kind, from 1: what `?step=` names. */
export type DraftRow = 'if' | `with.${number}` | 'when' | 'wait' | `then.${number}`

const ROW = /^(?:if|when|wait|(?:with|then)\.[1-9]\d?)$/

/** The row that a query's `step` names; null for anything else. */
export function readDraftRow(value: string | null | undefined): DraftRow | null {
  return isRow(value) ? value : null
}

function isRow(value: string | null | undefined): value is DraftRow {
  return ROW.test(value ?? '')
}

/** The page of a draft, with this row open. A null id: nothing is stored yet. */
export function draftPath(id: number | null, row: DraftRow | null = null): string {
  const path = id === null ? CREATE_PATH : `${CREATE_PATH}/${id}`
  return row === null ? path : `${path}?step=${row}`
}

/** The row in which a step of this key stands; null where the draft has no such step. */
export function rowOfStep(doc: Pick<AppletDraft, 'trigger' | 'queries' | 'actions'>, key: string): DraftRow | null {
  if (doc.trigger?.key === key) return 'if'
  const query = doc.queries.findIndex((step) => step.key === key)
  if (query >= 0) return `with.${query + 1}`
  const action = doc.actions.findIndex((step) => step.key === key)
  return action >= 0 ? `then.${action + 1}` : null
}

/** The step that stands in a row; null for an empty row and for one without steps. */
export function stepInRow(doc: Pick<AppletDraft, 'trigger' | 'queries' | 'actions'>, row: DraftRow): DraftStep | null {
  if (row === 'if') return doc.trigger
  if (row === 'when' || row === 'wait') return null
  const [name, place] = row.split('.')
  return (name === 'with' ? doc.queries : doc.actions)[Number(place) - 1] ?? null
}
