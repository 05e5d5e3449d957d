import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Expects axe to find nothing in this part of the page, in light and in dark. Check a part that holds a frame with the
 * whole page: axe would miss the page's landmarks in the frame.
 */
export async function expectNoAxeFindings(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) expect(await axeFindings(page, colorScheme, part)).toEqual([])
}

/**
 * Expects the whole page to fit a phone and a large screen, with nothing beyond the edge of the panel that it stands in,
 * and axe to find nothing there: light on the phone, dark on the large screen.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1444, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindings(page, colorScheme, 'html')).toEqual([])
    expect(await tooWide(page)).toEqual([])
  }
}

async function axeFindings(page: Page, colorScheme: 'light' | 'dark', part: string) {
  await page.emulateMedia({ colorScheme })
  await endTransitions(page)
  // The default mode opens a second page for each run, which only frames need.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
  // A message on its way out has no contrast to judge either.
  const { violations } = await axe.include(part).exclude('.flash.fading').analyze()
  return violations.map(({ id, nodes }) => ({ colorScheme, id, at: nodes.map((node) => node.html) }))
}

/** Finds elements that end beyond the window or their panel, in part. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) => {
      const panel = element.parentElement?.closest('.panel, .part')
      const edge = panel?.getBoundingClientRect().right ?? document.documentElement.clientWidth
      return element.getBoundingClientRect().right > edge + 1 ? [element.outerHTML.slice(0, 100)] : []
    }),
  )
}

/**
 * A color that is still changing has no contrast to judge yet. Ended, not waited for: without a frame to draw, Chromium
 * leaves what is out of sight unfinished.
 */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.getAnimations())
      if (each.effect?.getComputedTiming().endTime !== Infinity && each.playbackRate !== 0) each.finish()
  })
}
