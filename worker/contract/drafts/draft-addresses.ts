import { CREATE_PATH } from '../addresses.ts'
import { STEP_KINDS, type StepKind } from '../connections/service.ts'
import { stepsOfKind } from '../applets/step-list.ts'
import { stepsOfDraft } from './change-draft.ts'
import { OWN_KEYS, type AppletDraft, type DraftStep, type OwnStep } from './draft.ts'

/** A row of a draft's page, by its kind and its place among those of its kind, from 1: what `?step=` names. */
export type DraftRow = 'if' | `with.${number}` | OwnStep['key'] | `then.${number}`

const ROW = new RegExp(String.raw`^(?:if|${Object.keys(OWN_KEYS).join('|')}|(?:with|then)\.[1-9]\d?)$`)

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

const FOR_OTHERS = 'for_others'

/** The same page, where its author chooses what each user is asked. */
export function pathForOthers(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${FOR_OTHERS}=1`
}

/** Where the author of an Applet changes what each user is asked. */
export function askUsersPath({ id }: { id: number }): string {
  return pathForOthers(`${CREATE_PATH}?applet_id=${id}`)
}

export function isForOthers(search: URLSearchParams): boolean {
  return search.has(FOR_OTHERS)
}

/** The row in which a step of this key stands; null where the draft has no such step. */
export function rowOfStep({ steps }: Pick<AppletDraft, 'steps'>, key: string): DraftRow | null {
  const step = steps.find((each) => each.key === key)
  if (!step) return null
  const place = stepsOfKind(steps, step.kind).findIndex((each) => each.key === key)
  return 'module_name' in step ? stepRow(step.kind, place) : step.key
}

/** The row at this place, from 0, among those of its kind. */
export function stepRow(kind: StepKind, place: number): DraftRow {
  switch (kind) {
    case 'trigger':
      return 'if'
    case 'query':
      return `with.${place + 1}`
    case 'action':
      return `then.${place + 1}`
  }
}

/** Tells the kind of step that is chosen in a row; null for the row of an own step. */
export function kindOfRow(row: DraftRow): StepKind | null {
  return STEP_KINDS.find((kind) => wordOf(stepRow(kind, 0)) === wordOf(row)) ?? null
}

function wordOf(row: DraftRow): string | undefined {
  return row.split('.')[0]
}

/** The step that stands in a row; null for an empty row and for one without steps. */
export function stepInRow(doc: Pick<AppletDraft, 'steps'>, row: DraftRow): DraftStep | null {
  return stepsOfDraft(doc).find(({ key }) => rowOfStep(doc, key) === row) ?? null
}
