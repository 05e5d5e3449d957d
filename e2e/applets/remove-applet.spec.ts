import type { Page } from '@playwright/test'
import { mainButton } from '../pages/connect-page.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const HOOK = '/applets/hook-to-notification'
const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to continue?' })

/** Presses the button and confirms. */
async function remove(page: Page, name: 'Delete' | 'Archive') {
  await page.getByRole('button', { name, exact: true }).click()
  await question(page).getByRole('button', { name }).click()
}

// §2.1-63 §8-12 §8-14 §8-15
test('deleting asks first, shows progress, and ends in My Applets', async ({ page, context, site }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, site, 'free@demo.test', HOOK)
  const link = page.getByRole('button', { name: 'Delete', exact: true })
  await test.step('the question works by keyboard at 320 px and passes axe', async () => {
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(question(page)).toBeVisible()
    await expectNoAxeFindings(page, 'question about deleting', '.dialog[open]')
    for (const name of ['Cancel', 'Delete'])
      await expect(question(page).getByRole('button', { name })).not.toHaveCSS('padding-left', '0px')
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(link).toBeFocused()
  })

  await test.step('a failed deletion can be repeated', async () => {
    await page.route('**/api/applets/3', (route) => route.abort(), { times: 1 })
    await remove(page, 'Delete')
    await expect(page.getByRole('alert')).toContainText('There was an error deleting this Applet')
    await expect(mainButton(page)).toHaveText(/Connected/)
    await expect(link).toBeFocused()
  })

  const { release } = await holdBack(page, '**/api/applets/3')
  await remove(page, 'Delete')
  await expect(page.getByRole('button', { name: 'Deleting', exact: true })).toBeVisible()
  await page.locator('.manage-bar .removal').evaluate((button) => {
    const seen = () => sessionStorage.setItem('last', button.textContent ?? '')
    new MutationObserver(seen).observe(button, { childList: true, characterData: true, subtree: true })
  })
  release()
  await page.waitForURL('**/my_applets')
  await expect(page.getByRole('status')).toContainText('Applet was deleted')
  expect(await page.evaluate(() => sessionStorage.getItem('last'))).toBe('Deleted')
  await page.goto(HOOK)
  await expect(mainButton(page)).toHaveText(/^Connect/)

  await test.step('deleting says what another tab deleted', async () => {
    await page.goto('/applets/sunset-lights')
    await waitForHydration(page)
    await site.env.DB.prepare("delete from enablements where user_id = 'usr_free'").run()
    await remove(page, 'Delete')
    await expect(page.getByRole('alert')).toContainText(
      'There was an error deleting this Applet. We could not find that.',
    )
    await expect(mainButton(page)).toHaveText(/^Connect/)
  })

  await test.step('without a session it asks to sign in', async () => {
    await context.clearCookies()
    await openAs(page, site, 'pro@demo.test', '/connections/home-hub')
    await site.env.DB.prepare('delete from sessions').run()
    await remove(page, 'Delete')
    await page.waitForURL(/\/login\?return_to=%2Fconnections%2Fhome-hub/)
  })
})
