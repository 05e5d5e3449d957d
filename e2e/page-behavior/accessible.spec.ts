import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../testing/journey.ts'
import { meet, USERS_SCENES, VISITORS_SCENES } from '../testing/scenes.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Look = { colorScheme: 'light' | 'dark'; width: number }

/** Each page in both schemes and at both ends of the widths; which goes with which changes from page to page. */
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

/** What axe has to say about the page as it stands; changing the look needs no new document. */
async function complaints(page: Page, index: number): Promise<string[]> {
  const found: string[] = []
  for (const { colorScheme, width } of LOOKS[index % 2] ?? []) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    // Its other mode opens a second page each time, for the sake of frames; there are none here.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze()
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${colorScheme} ${width}: ${id} at ${target.join(' ')}: ${failureSummary}`)
  }
  return found
}

test('axe finds nothing on the pages that everyone sees, light and dark, narrow and wide (WCAG 2.2 AA)', async ({
  page,
  site,
}) => {
  test.slow()
  for (const [index, scene] of VISITORS_SCENES.entries()) {
    await meet(page, site, scene)
    expect.soft(await complaints(page, index), scene.name).toEqual([])
  }
})

test('axe finds nothing on the pages of a user, in each state of an Applet, light and dark, narrow and wide (WCAG 2.2 AA)', async ({
  page,
  site,
}) => {
  test.slow()
  await signIn(page, site, 'free@demo.test')
  for (const [index, scene] of USERS_SCENES.entries()) {
    await meet(page, site, scene)
    expect.soft(await complaints(page, index), scene.name).toEqual([])
  }
})
