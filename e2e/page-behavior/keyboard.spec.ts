import type { Page } from '@playwright/test'
import { mainButton, waitForConsent } from '../pages/connect-page.ts'
import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

/** Presses Tab until the focused element matches `selector`. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
  }
  throw new Error(`Tab never came to ${selector}.`)
}

const focused = (page: Page) => page.locator(':focus')

// §2.6-04 §4.12-01
test('a user signs in and connects an Applet without a mouse', async ({ page }) => {
  await test.step('the first Tab offers to skip the navigation (WCAG 2.4.1)', async () => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(focused(page)).toHaveText('Skip to content')
    await expect(focused(page)).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  await test.step('the mobile menu toggles by keyboard, and Escape closes it', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/')
    const opened = page.locator('body.mobile-menu-opened')
    const toggle = page.getByRole('button', { name: 'Menu' })
    await tabTo(page, '.toggle')
    await page.keyboard.press('Enter')
    await expect(opened).toHaveCount(1)
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Explore' }).first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Space')
    await expect(opened).toHaveCount(1)
    await page.keyboard.press('Space')
    await expect(opened).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await page.goto('/login?return_to=/applets/star-to-sheet')
  await tabTo(page, 'input[name="email"]')
  await page.keyboard.type('free@demo.test')
  await tabTo(page, 'input[name="password"]')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText('Connect GitHub')
  await tabTo(page, '.connect-button')
  await page.keyboard.press('Space')
  for (const service of ['github', 'google_sheets']) {
    await waitForConsent(page, service)
    await tabTo(page, 'button[name="decision"][value="allow"]')
    await page.keyboard.press('Enter')
  }
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText('Connected')
  await tabTo(page, '.connect-button')
  await page.keyboard.press('Enter')
  await expect(mainButton(page)).toHaveText('Reconnect')
  await expect(mainButton(page)).toBeFocused()
})

// §2.6-01 §4.12-01
test('the account menu and a dialog work by keyboard and mouse', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/my_applets')
  const title = page.getByRole('button', { name: 'frida' })
  const first = page.getByRole('banner').getByRole('link', { name: 'Activity' })
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign out' })
  await tabTo(page, '.menu > .title')
  await page.keyboard.press('Enter')
  await expect(first).toBeVisible()
  await expect(title).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(signOut).toBeFocused()
  await page.keyboard.press('Home')
  await expect(first).toBeFocused()
  await page.keyboard.press('End')
  await expect(signOut).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(first).toBeHidden()
  await expect(title).toBeFocused()
  await expect(title).toHaveAttribute('aria-expanded', 'false')

  await title.click()
  await expect(first).toBeVisible()
  await page.mouse.click(200, 400)
  await expect(first).toBeHidden()
  await title.click()
  await expect(first).toBeVisible()
  await title.click()
  await expect(first).toBeHidden()

  await test.step('a dialog traps the focus and returns it (WCAG 2.4.3)', async () => {
    await page.goto('/settings/connections')
    await waitForHydration(page)
    const opener = page.getByRole('button', { name: /Disconnect/ }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    for (let stop = 0; stop < 6; stop++) {
      const where = await page.evaluate(() => {
        const { activeElement } = document
        // Outside the dialog Tab may stop only at the browser's own controls.
        return activeElement === document.body || activeElement?.closest('dialog') ? 'inside' : activeElement?.outerHTML
      })
      expect(where).toBe('inside')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
})
