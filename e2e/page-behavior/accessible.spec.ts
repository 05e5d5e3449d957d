import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../testing/journey.ts'
import { openScene, USERS_SCENES, VISITORS_SCENES } from '../testing/scenes.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Look = { colorScheme: 'light' | 'dark'; width: number }

/** Each page is checked in both schemes and at both widths; pages alternate between the two pairings. */
const LOOKS: readonly (readonly [Look, Look])[] = [
  [
    { colorScheme: 'light', width: 320 },
    { colorScheme: 'dark', width: 1444 },
  ],
  [
    { colorScheme: 'dark', width: 320 },
    { colorScheme: 'light', width: 1444 },
  ],
]

/** Lists axe's findings on the current page in both looks, without reloading it. */
async function axeFindings(page: Page, index: number): Promise<string[]> {
  const found: string[] = []
  for (const { colorScheme, width } of LOOKS[index % 2] ?? []) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    // The default mode opens a second page for frames each time; these pages have none.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze()
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${colorScheme} ${width}: ${id} at ${target.join(' ')}: ${failureSummary}`)
  }
  return found
}

test('axe finds nothing on the public pages (WCAG 2.2 AA)', async ({ page, site }) => {
  test.slow()
  for (const [index, scene] of VISITORS_SCENES.entries()) {
    await openScene(page, site, scene)
    expect.soft(await axeFindings(page, index), scene.name).toEqual([])
  }
})

test("axe finds nothing on a user's pages (WCAG 2.2 AA)", async ({ page, site }) => {
  test.slow()
  await signIn(page, site, 'free@demo.test')
  for (const [index, scene] of USERS_SCENES.entries()) {
    await openScene(page, site, scene)
    expect.soft(await axeFindings(page, index), scene.name).toEqual([])
  }
})
