import type { Page } from '@playwright/test'
import { mainButton } from './connect-page.ts'
import { expect, signIn, test } from './journey.ts'

const QUESTION = 'Are you sure you want to continue?'

/** Presses until the page answers: a press before its script has come is not heard. */
async function ask(page: Page, name: 'Delete' | 'Archive') {
  const dialog = page.getByRole('dialog', { name: QUESTION })
  await expect(async () => {
    if (await dialog.isHidden()) await page.getByRole('button', { name, exact: true }).click({ timeout: 1000 })
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
}

/** Lets go of what `held` waits for. */
function aGate() {
  const { promise: held, resolve: open } = Promise.withResolvers<void>()
  return { held, open }
}

test('deleting asks, says that it works and that it is done, and ends in My Applets with a message (§2.1, §8)', async ({
  page,
}) => {
  await signIn(page, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  const deleting = aGate()
  await page.route('**/api/applets/3', async (route) => {
    await deleting.held
    await route.continue()
  })
  await ask(page, 'Delete')
  await page.getByRole('dialog', { name: QUESTION }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Deleting', exact: true })).toBeVisible()
  await page.locator('.management .links button').evaluate((button) => {
    const seen = () => sessionStorage.setItem('last', button.textContent ?? '')
    new MutationObserver(seen).observe(button, { childList: true, characterData: true, subtree: true })
  })
  deleting.open()
  await page.waitForURL('**/my_applets')
  await expect(page.getByRole('status')).toContainText('Applet was deleted')
  expect(await page.evaluate(() => sessionStorage.getItem('last'))).toBe('Deleted')
  await page.goto('/applets/hook-to-notification')
  await expect(mainButton(page)).toHaveText(/^Connect/)
})

test('declining the question, by keyboard, changes nothing (§8)', async ({ page }) => {
  await signIn(page, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  const remove = page.getByRole('button', { name: 'Delete' })
  await expect(async () => {
    if (await page.getByRole('dialog').isHidden()) await remove.press('Enter', { timeout: 1000 })
    await expect(page.getByRole('dialog', { name: QUESTION })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(remove).toBeFocused()
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Connected/)
})

test('a delete that fails says so as an error, and can be tried again (§8)', async ({ page }) => {
  await signIn(page, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  await page.route('**/api/applets/3', (route) => route.abort())
  await ask(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('There was an error deleting this Applet')
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
})

test('its author archives instead, and takes it out of the archive again (§2.1, §8, design §3.7)', async ({ page }) => {
  await signIn(page, 'author@demo.test')
  await page.goto('/applets/unpublished-draft')
  const archiving = aGate()
  await page.route('**/api/applets/12', async (route) => {
    await archiving.held
    await route.continue()
  })
  await ask(page, 'Archive')
  await page.getByRole('dialog', { name: QUESTION }).getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('button', { name: 'Archiving', exact: true })).toBeVisible()
  archiving.open()
  await page.waitForURL('**/my_applets')
  await expect(page.getByRole('status')).toContainText('Applet was archived')
  await page.goto('/applets/unpublished-draft')
  await expect(async () => {
    await page.getByRole('button', { name: 'Restore' }).click({ timeout: 1000 })
    await expect(mainButton(page)).toHaveText(/^Connect/, { timeout: 3000 })
  }).toPass()
})
