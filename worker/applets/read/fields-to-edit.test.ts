import { expect, test } from 'vitest'
import type { ServiceStep } from '../../contract/applets/applet-document.ts'
import { aField } from '../../contract/applets/applet-field.fixture.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { fieldsToEdit } from './fields-to-edit.ts'

/** The user names the new spreadsheet; what else of the step is theirs or the author's is given. */
async function nameField(step: Pick<ServiceStep, 'fields' | 'user_fields'>) {
  const { user_fields, ...more } = step
  const own = { ...user_fields, new_name: null }
  const row = { id: 1, kind: 'action', module_name: 'google_sheets', slug: 'add_row', account_slot: 0, feature: null }
  const document = { steps: [{ ...row, ...more, user_fields: own }], features: [] } as never
  const fields = [aField({ key: '1.new_name', module_name: 'google_sheets' })]
  return (await fieldsToEdit(await testCtx(), { document, fields })).map(({ shown_for }) => shown_for)
}

test('a field for what the author chose is there', async () => {
  expect(await nameField({ fields: { spreadsheet: 'create' }, user_fields: {} })).toEqual([null])
  expect(await nameField({ fields: { spreadsheet: 'book-1' }, user_fields: {} })).toEqual([])
})

test("a field for a user's own choice says which", async () => {
  const asked = { fields: {}, user_fields: { spreadsheet: null } }
  expect(await nameField(asked)).toEqual([{ key: '1.spreadsheet', value: 'create' }])
})
