import { expect, test } from 'vitest'
import type { DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import { aDraft } from '../draft/draft.fixture.ts'
import { rowName, rowsOfDraft } from './draft-rows.ts'

test.each<[DraftRow | null, string[]]>([
  [null, ['if', 'then.1']],
  ['when', ['if', 'when', 'then.1']],
  ['wait', ['if', 'wait', 'then.1']],
  ['with.1', ['if', 'with.1', 'then.1']],
])('an empty draft with the row %s open has rows: %s', (open, rows) => {
  expect(rowsOfDraft({ ...aDraft(), steps: [] }, open).map(rowName)).toEqual(rows)
})
