import { stepSearch } from '../pages/create-page.ts'
import { expectAccessible } from '../testing/axe.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openDraft, STAR_TO_CHAT } from './open-draft.ts'

test('focus follows into panels, which say what is wrong', async ({ page, site }) => {
  const { release } = await holdBack(page, '**/assets/wait-panel*.js')
  await openDraft(page, site, 'then.1', STAR_TO_CHAT)
  await page.getByRole('button', { name: 'Choose another' }).press('Enter')
  await expect(stepSearch(page)).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Choose another' })).toBeFocused()
  await page.getByRole('button', { name: 'Wait first' }).press('Enter')
  release()
  await expect(page.getByRole('textbox', { name: 'Hours' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Minutes' }).fill('soon')
  await expect(page.getByText('Enter a whole number.')).toBeVisible()
  await expectAccessible(page, 'wait with an error')
  await page.getByRole('button', { name: 'How often it may run' }).click()
  await page.getByLabel('From', { exact: true }).fill('22:00')
  await expect(page.getByText('Say when the quiet hours end.')).toBeVisible()
  await expectAccessible(page, 'pace with an error')
  await test.step('Create waits for values that the draft does not have', async () => {
    const create = page.getByRole('button', { name: 'Create', exact: true })
    await create.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Minutes' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Minutes' }).fill('5')
    await create.press('Enter')
    await expect(page.getByLabel('To', { exact: true })).toBeFocused()
    await page.getByLabel('To', { exact: true }).fill('07:00')
    await create.press('Enter')
    await expect(page.locator('#problems')).toBeFocused()
  })
})
