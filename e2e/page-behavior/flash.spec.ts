import type { BrowserContext, Page } from '@playwright/test'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'
import { slowLine } from '../testing/slow-line.ts'

const DENIED = '/applets/star-to-sheet?from=mail&error_type=access_denied&error_message=No+access'

/** Opens a connection page with a danger message and a paused clock. */
async function deniedFlash(page: Page) {
  await page.clock.install()
  await page.goto(DENIED)
  const flash = page.getByRole('alert').locator('.flash')
  await expect(flash).toHaveText('No access')
  await expect(flash).toHaveClass(/danger/)
  await expect(page).toHaveURL(/\/applets\/star-to-sheet\?from=mail$/)
  return flash
}

async function setFlashCookie(context: BrowserContext, site: string, message: string) {
  const value = encodeURIComponent(JSON.stringify([{ type: 'success', message }]))
  await context.addCookies([{ name: 'flash', value, url: site }])
}

/** Counts the main buttons that were ever in the document. A button that moves counts once. */
async function countMainButtons(page: Page) {
  await page.addInitScript(() => {
    const buttons = new Set<Element>()
    const look = () => document.querySelectorAll('.connect-button').forEach((button) => buttons.add(button))
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    Object.assign(globalThis, { buttons })
  })
  return () => page.evaluate(() => (globalThis as { buttons?: Set<Element> }).buttons?.size)
}

// §8-29
test('a message stays while the pointer or the focus is on it', async ({ page }) => {
  const flash = await deniedFlash(page)
  await flash.hover()
  await page.clock.runFor(10_000)
  await expect(flash).not.toHaveClass(/fading/)
  await page.mouse.move(0, 600)
  await page.clock.runFor(2000)
  await expect(flash).not.toHaveClass(/fading/)
  await page.clock.runFor(1000)
  await expect(flash).toHaveClass(/fading/)
  expect(await flash.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.5s')
  await flash.hover()
  await expect(flash).not.toHaveClass(/fading/)
  const dismiss = flash.getByRole('button', { name: 'Dismiss' })
  await mainButton(page).focus()
  await dismiss.focus()
  await page.mouse.move(0, 600)
  await page.clock.runFor(10_000)
  await expect(flash).toHaveText('No access')
  await page.keyboard.press('Enter')
  await expect(flash).toHaveCount(0)
  await expect(mainButton(page)).toBeFocused()
  await page.reload()
  await waitForHydration(page)
  await expect(flash).toHaveCount(0)
})

test('a message survives a redirect, is shown once and at once', async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await setFlashCookie(context, site.origin, 'Applet was deleted')
  // The home page redirects a signed-in user to My Applets.
  await page.goto('/')
  await expect(page).toHaveURL(/\/my_applets$/)
  const flash = page.getByRole('status').locator('.flash')
  await expect(flash).toHaveText('Applet was deleted')
  await page.goto('/explore')
  await waitForHydration(page)
  await expect(flash).toHaveCount(0)

  await test.step("it does not wait for the viewer's slow part", async () => {
    await setFlashCookie(context, site.origin, 'Applet was restored')
    const line = await slowLine(site.origin)
    const mainButtons = await countMainButtons(page)
    await page.goto(`${line.origin}/applets/hook-to-notification`, { waitUntil: 'commit' })
    await expect(flash).toHaveText('Applet was restored')
    expect(await mainButtons()).toBe(0)
    line.release()
    await expect(mainButton(page)).toHaveText('Connected')
    await waitForHydration(page)
    expect(await mainButtons()).toBe(1)
    line.close()
  })
})
