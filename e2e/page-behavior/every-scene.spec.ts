import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { axeFindings, noteLook } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openScene, USERS_SCENES, VISITORS_SCENES, waitForHydration, type Scene } from '../testing/scenes.ts'
import { differingStyles } from './differing-styles.ts'
import { enlargeText, sidewaysScrollers } from './sideways-scrollers.ts'
import { unseenStops } from './unseen-stops.ts'

const CHECKOUT = '/subscribe/pro'
/** How many scenes one journey looks at. */
const AT_ONCE = 8

const OF_USERS: readonly Scene[] = [
  {
    name: 'run',
    address: '/applets/hook-to-notification',
    act: async (page) => {
      const url = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
      await page.request.post(url, { data: { value1: 'The bell rang' } })
      await page.goto('/activity?kind=runs')
      await page.locator('.activity-list a').first().click()
      await page.waitForURL('**/activity/runs/*')
      await waitForHydration(page)
    },
  },
  ...USERS_SCENES,
  { name: 'checkout', address: CHECKOUT },
  { name: 'billing', address: '/settings/billing' },
  {
    name: 'share dialog',
    address: '/applets/star-to-sheet',
    act: async (page) => {
      await page.getByRole('button', { name: 'Share' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** Opens the scene on a phone, and looks at it there and on a large screen, in both schemes. */
async function lookAt(page: Page, site: Stack, scene: Scene, index: number): Promise<void> {
  if (scene.address !== CHECKOUT) noteLook(scene.name)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 700 })
  await openScene(page, site, scene)
  for (const width of [320, 1444]) {
    const at = `${scene.name} at ${width}`
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width, height: 700 })
    expect.soft(await differingStyles(page), `${at} needs another style`).toEqual([])
    if (width === 320) {
      expect.soft(await sidewaysScrollers(page), `${at} scrolls`).toEqual([])
      await enlargeText(page)
      expect.soft(await sidewaysScrollers(page), `${at} scrolls with text at 200 %`).toEqual([])
      await enlargeText(page, '')
    }
    // Fields of cards are in frames, which show the focus themselves.
    if (scene.address === CHECKOUT) continue
    // After its last stop the focus starts over.
    expect.soft(await unseenStops(page), `${at} hides the focus`).toEqual([])
    expect.soft(await axeFindings(page, (width === 320) === (index % 2 === 0) ? 'light' : 'dark'), at).toEqual([])
  }
}

/** The scenes of one journey after the other, with the index of the first. */
function inParts(scenes: readonly Scene[]) {
  return scenes.flatMap((_, from) => (from % AT_ONCE === 0 ? [{ from, part: scenes.slice(from, from + AT_ONCE) }] : []))
}

for (const { from, part } of inParts(VISITORS_SCENES))
  test(`a visitor's pages fit, from ${part[0]?.name} on`, async ({ page, site }) => {
    test.slow()
    for (const [index, scene] of part.entries()) await lookAt(page, site, scene, from + index)
  })

for (const { from, part } of inParts(OF_USERS))
  test(`a user's pages fit, from ${part[0]?.name} on`, async ({ page, site }) => {
    test.slow()
    await signIn(page, site, 'free@demo.test')
    // Each scene starts from the data that those before it left.
    for (const before of OF_USERS.slice(0, from)) await before.arrange?.(site)
    for (const [index, scene] of part.entries()) await lookAt(page, site, scene, from + index)
  })
