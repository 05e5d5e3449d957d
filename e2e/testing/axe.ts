import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Expects axe to find nothing in this part of the page, in light and in dark. Check a part that holds a frame with the
 * whole page: axe would miss the page's landmarks in the frame.
 */
export async function expectNoAxeFindings(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await endTransitions(page)
    // The default mode opens a second page for each run, which only frames need.
    const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
    const { violations } = await axe.include(part).analyze()
    const findings = violations.map(({ id, nodes }) => ({ colorScheme, id, at: nodes.map((node) => node.html) }))
    expect(findings).toEqual([])
  }
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
