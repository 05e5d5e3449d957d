import type { Page } from '@playwright/test'
import { mainButton } from './connect-page.ts'
import { expect } from '../testing/journey.ts'

/** `sunset-lights` is disabled for free@demo.test and needs no consent: its Reconnect is a connect without a redirect. */
export const PLAIN = '/applets/sunset-lights'

/** The call of that Reconnect. */
export const SAVE = '**/api/applets/*'

export const label = (page: Page) => mainButton(page).locator('.label')

/** The page with its timers in our hands; calls and CSS run as ever. */
export async function openHeld(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await expect(mainButton(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

/** Where the knob comes to rest: its distance from both ends of the button. */
export async function knobAt(page: Page): Promise<'start' | 'end' | 'between'> {
  const [knob, pill] = await Promise.all([
    mainButton(page).locator('.knob').boundingBox(),
    mainButton(page).boundingBox(),
  ])
  if (!knob || !pill) return 'between'
  if (Math.abs(knob.x - pill.x - 8) < 1.5) return 'start'
  return Math.abs(pill.x + pill.width - knob.x - knob.width - 8) < 1.5 ? 'end' : 'between'
}

/** From now on, all that is put into the panel's live region. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
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
