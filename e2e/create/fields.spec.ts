import type { Locator } from '@playwright/test'
import { FIELD_TYPES } from '../../worker/contract/connections/service.ts'
import type { DraftChange } from '../../worker/contract/drafts/draft.ts'
import { row, textField } from '../pages/create-page.ts'
import { expectAccessible, expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { choose, draftSaved, openAnother, openDraft, reloadSaved, STAR_TO_CHAT } from './open-draft.ts'

const CLOCK_TO_CHAT = [choose('trigger', 'clock', 'schedule/cron'), choose('action', 'send', 'matrix/send_message')]
const OPEN_ISSUES = choose('query', 'issues', 'github/open_issues')

test('fields take live options and ingredients by keyboard', async ({ page, site }) => {
  await page.route('**/stored_fields/options?**', (route) => route.abort(), { times: 1 })
  await openDraft(page, site, 'then.1', [...STAR_TO_CHAT, OPEN_ISSUES])
  const message = textField(page, 'Message')
  /** The text as it is stored, behind the editor. */
  const stored = page.locator('textarea[name="send.message"]')
  await test.step('live options are found by typing, or an id is typed', async () => {
    const room = page.getByRole('combobox', { name: 'Room' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await room.focus()
    await page.keyboard.type('room 2')
    await expect(page.getByRole('option', { name: 'Room 2' })).toHaveAttribute('aria-selected', 'true')
    await expectNoAxeFindings(page, 'live options', 'main')
    await page.keyboard.press('Enter')
    await expect(room).toHaveValue('Room 2')
    await room.fill('nothing like it')
    await expect(page.getByText('Matrix has nothing that matches.')).toBeVisible()
    await room.press('Escape')
    await expect(room).toHaveValue('Room 2')

    await reloadSaved(page)
    await expect(room).toHaveValue('Room 2')
    await page.getByRole('button', { name: 'Type it instead for Room' }).click()
    const id = page.getByLabel('Room', { exact: true })
    await expect(id).toHaveValue('sample-1')
    await id.fill('!pantry:example.org')
    await reloadSaved(page)
    await expect(id).toHaveValue('!pantry:example.org')
  })

  await test.step('a text takes ingredients', async () => {
    await message.focus()
    await page.keyboard.type('New star: {{')
    const list = page.getByRole('listbox', { name: 'Ingredients' })
    await expect(list).toBeVisible()
    await page.keyboard.press('ArrowDown')
    // The list stays where it is while what was typed is saved.
    await draftSaved(page)
    await expect(list.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.type('repo')
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await expect(message).toHaveAttribute('aria-activedescendant', /.+/)
    await page.keyboard.press('Enter')
    await page.keyboard.type(', ')
    await expect(message).toHaveText('New star: Repository, ')
    await expect(stored).toHaveValue('New star: {{RepositoryName}}, ')

    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Add ingredient to Message' })).toBeFocused()
    await page.keyboard.press('Enter')
    const search = page.getByRole('combobox', { name: 'Find an ingredient' })
    await expect(search).toBeFocused()
    await expect(page.getByRole('group', { name: /Open issues/ })).toBeVisible()
    await expectNoAxeFindings(page, 'ingredient search', 'main')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add ingredient to Message' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('issue title')
    await page.keyboard.press('Enter')
    await expect(message).toBeFocused()
    await page.keyboard.type('!')
    const written = 'New star: {{RepositoryName}}, {{GitHub.openIssues.IssueTitle}}!'
    await expect(stored).toHaveValue(written)
    await expect(page.getByText('With the examples:')).toBeVisible()
    await expect(page.locator('.filled-text .text')).toHaveText(/^New star: (?!.*\{\{).+, .+!$/)
    await reloadSaved(page)
    await expect(message).toHaveText('New star: Repository, Title!')
    await expect(stored).toHaveValue(written)
  })

  await test.step('keys pass, copy, delete and bring back an ingredient whole', async () => {
    await page.locator('label', { hasText: 'Message' }).click()
    await expect(message).toBeFocused()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('“')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('”')
    await expect(message).toHaveText('New star: Repository, “Title”!')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    await expect(message).toHaveText('New star: Repository, “”!')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(message).toHaveText('New star: Repository, “Title”!')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ControlOrMeta+x')
    await expect(message).toHaveText('New star: Repository, “”!')
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(message).toHaveText('TitleNew star: Repository, “”!')
    await expect(stored).toHaveValue('{{GitHub.openIssues.IssueTitle}}New star: {{RepositoryName}}, “”!')
  })

  await test.step('a text whose query was removed says which ingredient is gone', async () => {
    await row(page, /^With/).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await row(page, /^Then/).click()
    await expect(message).toHaveText('Issue title (unknown)New star: Repository, “”!')
    await expectNoAxeFindings(page, 'ingredient that is gone', 'main')
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, /^Then/).click()
    await expect(message).toHaveText('TitleNew star: Repository, “”!')
  })

  await test.step('an unknown ingredient is named at its field', async () => {
    await message.fill('{{RepositoryNam}}')
    await expect(message).not.toHaveAttribute('aria-invalid')
    await message.press('Tab')
    await expect(message).toHaveAttribute('aria-invalid', 'true')
    await expect(message).toHaveAccessibleDescription(/did you mean "RepositoryName"\?/)
    await message.fill('{{RepositoryName}}')
    await expect(message).not.toHaveAttribute('aria-invalid')
  })

  await test.step('the field is left to each user', async () => {
    await page.getByRole('button', { name: 'For others too? Ask each user' }).click()
    const asked = page.getByRole('switch', { name: 'Ask each user for Message' })
    await asked.focus()
    await page.keyboard.press('Space')
    await expect(message).toHaveAccessibleDescription(/^Each user fills this in\./)
    await reloadSaved(page)
    await expect(asked).toBeChecked()
  })

  await test.step('what a sentence said is chosen where it means one choice', async () => {
    const sent = choose('action', 'send', 'matrix/send_message')
    const openSaid = (room: string) =>
      openAnother(page, site, 'if', [...STAR_TO_CHAT.slice(0, 1), { ...sent, said: { room } }])
    await openSaid('the second room 2')
    const room = page.getByRole('combobox', { name: 'Room' })
    await row(page, /^Then/).click()
    await expect(room).toHaveValue('the second room 2')
    await expect(room).toHaveAccessibleDescription(/You said “the second room 2”\. Choose what that is\./)
    await expectNoAxeFindings(page, 'words for a live option', 'main')
    await room.fill('')
    await room.press('Tab')
    await draftSaved(page)
    await expect(room).toHaveAccessibleDescription(/room ID\. Room can't be empty\.$/)
    await openSaid('ROOM 2')
    await expect(row(page, /^Then/)).toContainText('Room 2')
    await expect(row(page, /^Then/)).toContainText('Suggested')
    await draftSaved(page)
  })
})

test('a text is kept when its editor comes late, or never', async ({ page, site }) => {
  const editor = '**/assets/ingredient-editor*.js'
  const message = textField(page, 'Message')
  const stored = page.locator('textarea[name="send.message"]')
  let come = () => {}
  const late = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(editor, async (route) => {
    await late
    await route.continue()
  })
  await openDraft(page, site, 'then.1', STAR_TO_CHAT)
  await message.focus()
  await page.keyboard.type('A {{RepositoryName}} star!')
  await page.keyboard.press('ArrowLeft')
  await expect(message).toHaveValue('A {{RepositoryName}} star!')
  come()
  await expect(message).toHaveText('A Repository star!')
  await expect(message).toBeFocused()
  await page.keyboard.type('s')
  await expect(message).toHaveText('A Repository stars!')
  await expect(stored).toHaveValue('A {{RepositoryName}} stars!')
  await draftSaved(page)

  await test.step('another tab’s text is taken over', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    await expect(textField(other, 'Message')).toHaveText('A Repository stars!')
    await textField(other, 'Message').press('ControlOrMeta+End')
    await other.keyboard.type(' {{StarredAt}}')
    await draftSaved(other)
    await other.close()
    await message.press('Home')
    await page.keyboard.type('Mine: ')
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect(message).toHaveText('A Repository stars! Starred at')
    await message.press('ControlOrMeta+End')
    await page.keyboard.type('.')
    await draftSaved(page)
    await expect(stored).toHaveValue('A {{RepositoryName}} stars! {{StarredAt}}.')
  })

  await test.step('without the editor it stays a text area, which takes ingredients', async () => {
    await page.unrouteAll()
    await page.route(editor, (route) => route.abort())
    await reloadSaved(page)
    await message.press('ControlOrMeta+End')
    await page.setViewportSize({ width: 390, height: 600 })
    const add = page.getByRole('button', { name: 'Add ingredient to Message' })
    await add.evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await add.click()
    await expect(page.getByRole('listbox', { name: 'Find an ingredient' })).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.type('link')
    await page.keyboard.press('Enter')
    await expect(message).toHaveValue('A {{RepositoryName}} stars! {{StarredAt}}.{{RepositoryUrl}}')
    await expect(message).toBeFocused()
  })
})

test('a row is entered, pasted and kept as cells', async ({ page, site }) => {
  const stored: DraftChange = { kind: 'set_fields', key: 'row', fields: { row: '{{RepositoryName}} ||| kept' } }
  const addRow = choose('action', 'row', 'google_sheets/add_row')
  await openDraft(page, site, 'then.1', [...STAR_TO_CHAT.slice(0, 1), addRow, stored])
  const cells = page.getByRole('group', { name: 'Row' }).getByRole('textbox')
  await expect(cells).toHaveCount(2)
  await expect(textField(page, 'Column A')).toHaveText('Repository')
  await expect(textField(page, 'Column B')).toHaveValue('kept')

  await page.getByRole('button', { name: 'Add a cell to Row' }).click()
  await expect(textField(page, 'Column C')).toBeFocused()
  await pasteInto(textField(page, 'Column C'), 'one\ttwo\nthree\tfour\n')
  await expect(page.getByText('Only the first of the 2 rows was pasted.')).toBeVisible()
  await expect(textField(page, 'Column C')).toHaveValue('one')
  await expect(textField(page, 'Column D')).toHaveValue('two')
  await textField(page, 'Column D').click()
  await page.getByRole('button', { name: 'Add ingredient to Row' }).click()
  await page.keyboard.type('link')
  await page.keyboard.press('Enter')
  await expect(textField(page, 'Column D')).toHaveText('twoLink')
  await expect(textField(page, 'Column D')).toBeFocused()
  await page.getByRole('button', { name: 'Remove column B' }).click()
  await expect(cells).toHaveCount(3)
  await expectAccessible(page, 'row of cells')
  await pasteInto(textField(page, 'Column A'), '\tstars')
  await reloadSaved(page)
  await expect(textField(page, 'Column A')).toHaveValue('')
  await expect(textField(page, 'Column B')).toHaveValue('stars')
  await expect(textField(page, 'Column C')).toHaveText('twoLink')
  const doc = await site.env.DB.prepare('select doc from drafts').first('doc')
  expect(doc).toContain('" ||| stars ||| two{{RepositoryUrl}}"')
})

/** Pastes as a spreadsheet's cells are: with tabs, which no key types. */
async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    )
  }, text)
}

test('axe finds nothing in fields of every type', async ({ page, site }) => {
  test.slow()
  const options = JSON.stringify([{ label: 'A choice that takes more than one line on a phone', value: 'a' }])
  const add = site.env.DB.prepare(
    `insert into step_fields (step_id, slug, position, label, hint, type, required, options)
     values ('matrix/actions/send_message', ?1, ?2, ?1, 'A hint.', ?3, 1, ?4)`,
  )
  await site.env.DB.batch(FIELD_TYPES.map((type, index) => add.bind(`of_${type}`, 10 + index, type, options)))
  await openDraft(page, site, 'if', [...CLOCK_TO_CHAT, OPEN_ISSUES])
  await test.step('a cron expression names its next times while it is typed', async () => {
    const cron = page.getByLabel('Cron expression', { exact: true })
    const times = (hour: string) => new RegExp(`Next: (\\w{3} \\d+ \\w{3}, ${hour}( · )?){3}\\.`)
    await expect(cron).toHaveAccessibleDescription(times('07:30'))
    await cron.fill('15 18 * * *')
    await expect(cron).toHaveAccessibleDescription(times('18:15'))
    await cron.fill('15 18 * *')
    await expect(cron).not.toHaveAccessibleDescription(/Next:/)
    await cron.fill('0 0 31 2 *')
    await expect(cron).not.toHaveAccessibleDescription(/Next:/)
  })

  await row(page, /^Then/).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.locator('#problems')).toBeFocused()
  await expectAccessible(page, 'fields of every type with their errors')

  const message = textField(page, 'Message')
  await message.fill('{{')
  await draftSaved(page)
  await expect(page.getByRole('listbox', { name: 'Ingredients' })).toBeVisible()
  await expectAccessible(page, 'ingredients to choose from')
  await message.press('Tab')
  await expect(page.getByRole('button', { name: 'Add ingredient to Message' })).toBeFocused()

  await test.step('an account that no longer works, and a step that is gone', async () => {
    await site.env.DB.exec("update connected_accounts set status = 'broken' where module_name = 'matrix'")
    await reloadSaved(page)
    await expect(page.getByText('Your account @ada:example.org no longer works.')).toBeVisible()
    await expectAccessible(page, 'step whose account no longer works')
    await site.env.DB.exec("update services set published = 0 where module_name = 'matrix'")
    await reloadSaved(page)
    await expect(row(page, /^Then Send message No longer available/)).toBeVisible()
    await expectAccessible(page, 'step that is gone')
  })
})

test('a place is found while its name is typed', async ({ page, site }) => {
  await openDraft(page, site, 'if', [choose('trigger', 'rain', 'weather/rain_tomorrow')])
  const place = page.getByRole('combobox', { name: 'Place' })
  await test.step('what is found is chosen by keyboard', async () => {
    await place.click()
    await expect(page.getByText('Type the first letters.')).toBeVisible()
    await place.pressSequentially('freib')
    await expect(page.getByRole('option')).toHaveText(['Freiburg im Breisgau, Germany', 'Freiberg, Germany'])
    await page.keyboard.press('Enter')
    await expect(place).toHaveValue('Freiburg im Breisgau, Germany')
    await reloadSaved(page)
    await expect(place).toHaveValue('Freiburg im Breisgau, Germany')
  })
  await test.step('a place that nobody knows is named, and what is like it listed', async () => {
    await place.fill('Freib')
    await place.press('Tab')
    await expect(page.getByText('We do not know the place “Freib”.')).toBeVisible()
    await place.click()
    await page.getByRole('option', { name: 'Freiberg' }).click()
    await expect(page.getByText('We do not know the place')).toBeHidden()
  })
  await test.step('what another text found is neither chosen by Enter nor shown again', async () => {
    let answer = () => {}
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/stored_fields\/options.*hob/, async (route) => {
      await late
      await route.continue()
    })
    await place.fill('freib')
    await expect(page.getByRole('option')).toHaveCount(2)
    const asked = page.waitForRequest(/hob/)
    await place.fill('hob')
    await page.keyboard.press('Enter')
    await expect(place).toHaveValue('hob')
    await asked
    await place.fill('oslo')
    await expect(page.getByRole('option')).toHaveText(['Oslo, Norway'])
    const answered = page.waitForResponse(/hob/)
    answer()
    await (await answered).finished()
    await page.keyboard.press('Enter')
    await expect(place).toHaveValue('Oslo, Norway')
  })
})
