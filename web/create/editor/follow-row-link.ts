import type { MouseEvent } from 'react'
import { draftPath, readDraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import { stepFieldId } from '../fields/step-field-id.ts'
import { rowButton } from '../rows/draft-row.tsx'
import type { Editor } from './editor.ts'
import { rowNameIn } from './row-name-in.ts'

/** Where the press is on a link to a row of this draft: opens that row here, and leads to the link's field. */
export function followRowLink(event: MouseEvent<HTMLElement>, { page, openRow, focusNext }: Editor): void {
  const { draft } = page
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !isPlainPress(event) || link.pathname !== draftPath(draft.id)) return
  event.preventDefault()
  const row = readDraftRow(new URLSearchParams(link.search).get('step'))
  openRow.open(row)
  if (row) focusNext(...linkTargets(rowNameIn(draft.doc, row), link.dataset.field))
}

/** The field where the panel shows it, else the row's button. */
function linkTargets(name: string, field: string | undefined): string[] {
  if (field === undefined) return [rowButton(name)]
  const id = `[id="${CSS.escape(stepFieldId(name, field))}"]`
  return [`${id}:is(input, select, textarea, button)`, `${id} :is(input, select, textarea, button)`, rowButton(name)]
}

function isPlainPress({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
