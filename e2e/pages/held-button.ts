import type { Page } from '@playwright/test'
import { mainButton } from './connect-page.ts'
import { expect } from '../testing/journey.ts'

/** `sunset-lights` is disabled for free@demo.test and needs no consent, so it reconnects without a redirect. */
export const NO_CONSENT_APPLET = '/applets/sunset-lights'

/** The call that reconnects it. */
export const ENABLE_CALL = '**/api/applets/*'

export const label = (page: Page) => mainButton(page).locator('.label')

/** Opens the page with its timers paused. Calls and CSS run as usual. */
export async function openWithPausedClock(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await expect(mainButton(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await pauseClock(page)
}

/** Pauses the timers of a page whose clock is installed. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

/** The end of the button at which the knob rests. */
export async function knobAt(page: Page): Promise<'start' | 'end' | 'between'> {
  const [knob, pill] = await Promise.all([
    mainButton(page).locator('.knob').boundingBox(),
    mainButton(page).boundingBox(),
  ])
  if (!knob || !pill) return 'between'
  if (Math.abs(knob.x - pill.x - 8) < 1.5) return 'start'
  return Math.abs(pill.x + pill.width - knob.x - knob.width - 8) < 1.5 ? 'end' : 'between'
}

/** Records the texts of the panel's live region from now on. Returns a function that lists them. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    const region = document.querySelector('.connect-panel > output')
    if (!region) throw new Error('no live region')
    const hear = () => said.push(region.textContent)
    new MutationObserver(hear).observe(region, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.filter(Boolean))
}
