import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Rename' })

test('the author renames an Applet, and every page follows', async ({ page, browser, site }) => {
  await openAs(page, site, 'author@demo.test', '/applets/star-to-sheet')
  await page.getByRole('button', { name: 'Rename' }).click()
  await test.step('a name that cannot be saved stays as typed', async () => {
    await page.route('**/graphql', (route) => route.abort(), { times: 1 })
    await dialog(page).getByLabel('Name').fill('Lost on the way')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('We could not reach the server.')).toBeVisible()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Lost on the way')
    await expect(heading(page)).not.toHaveText('Lost on the way')
  })
  await dialog(page).getByLabel('Name').fill('  Every star,  kept & counted ')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(heading(page)).toHaveText('Every star, kept & counted')
  await expect(page).toHaveTitle('Every star, kept & counted · Switchyard')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('The new name is saved.')).toBeVisible()
  await page.reload()
  await expect(heading(page)).toHaveText('Every star, kept & counted')

  const visitor = await browser.newPage()
  await visitor.goto(page.url())
  await expect(heading(visitor)).toHaveText('Every star, kept & counted')
  await visitor.close()
})

test('a wrong name is explained beside the field, by keyboard alone', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, site, 'author@demo.test')
  await blockStorage(page)
  await page.goto('/applets/star-to-sheet')
  const before = await heading(page).textContent()
  const rename = page.getByRole('button', { name: 'Rename' })
  await waitForHydration(page)
  await rename.press('Enter')
  const name = dialog(page).getByLabel('Name')
  await expect(name).toHaveValue(before ?? '')
  await expect(name).toBeFocused()
  for (const [text, message] of [
    ['', 'Enter a name.'],
    ['x'.repeat(201), 'Use at most 200 characters.'],
    ['\u202Egnp', 'This name contains characters that cannot be shown.'],
  ] as const) {
    await name.fill(text)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText(message)).toBeVisible()
    await expect(name).toBeFocused()
    await expect(name).toHaveValue(text)
    await expect(name).toHaveAccessibleDescription(message)
  }
  await expectNoAxeFindings(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(rename).toBeFocused()
  await expect(heading(page)).toHaveText(before ?? '')
})
