import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Nothing for axe to say of this part of the page as it stands, in light and in dark. A part with a frame in it is
 * looked at with the whole page around it: axe would miss the page's landmarks in the frame.
 */
export async function expectNoAxeFindings(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).include(part).analyze()
    const findings = violations.map(({ id, nodes }) => ({ colorScheme, id, at: nodes.map((node) => node.html) }))
    expect(findings).toEqual([])
  }
}
