import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { expect, test } from '../testing/journey.ts'

// §9-25
test('the steps come in order with icons of 32 and 18 px', async ({ page }) => {
  await page.goto('/applets/quiet-mentions')
  await expect(page.getByText('WORKS WITH Switchyard')).toBeVisible()
  await expect(page.locator('.applet-steps .label')).toHaveText(['If', 'With', 'When', 'Then'])
  const icons = page.locator('.applet-steps .icon > *')
  const sizes = () => icons.evaluateAll((each) => each.map((icon) => icon.getBoundingClientRect().width))
  expect(await sizes()).toEqual([32, 32, 32, 32])
  const lines = await page
    .locator('.applet-steps .row')
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row, '::before').content !== 'none'))
  expect(lines).toEqual([true, true, true, false])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await sizes()).toEqual([18, 18, 18, 18])
  await page.goto('/applets/sunset-lights')
  await expect(page.locator('.applet-steps .row', { hasText: 'Wait' })).toContainText('01:30:00')
})

test('More details toggles by keyboard on a phone and passes axe', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockStorage(page)
  await page.goto('/applets/quiet-mentions')
  const details = page.locator('.applet-details')
  const code = details.locator('code')
  await expect(code).toBeHidden()
  await details.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(details.getByText('Fewer details')).toBeVisible()
  await expect(details.getByText('More details')).toBeHidden()
  await expect(code).toBeVisible()
  await expectNoAxeFindings(page, '.connection-page')
  await page.keyboard.press('Enter')
  await expect(details.getByText('More details')).toBeVisible()
  await expect(code).toBeHidden()
})
