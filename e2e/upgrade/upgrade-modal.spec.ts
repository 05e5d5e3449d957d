import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { payButton, PAYER, waitForCardField } from '../pages/checkout-form.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { watchShifts } from '../testing/layout-shifts.ts'
import { openAs } from '../testing/scenes.ts'
import { expectModal, flashWith, QUOTA_TITLE, modal } from '../pages/upgrade-modal-page.ts'

const APPLET = '/applets/star-to-sheet'

/** Opens the modal on an Applet that the quota blocks. */
async function openBlocked(page: Page, site: Stack): Promise<void> {
  await openAs(page, site, PAYER, APPLET)
  await mainButton(page).click()
  await expectModal(page, QUOTA_TITLE)
}

const WAYS_TO_CLOSE = {
  'its X': (page: Page) => modal(page).getByRole('button', { name: 'Close' }).click(),
  Escape: (page: Page) => page.keyboard.press('Escape'),
  'Escape in the card field': async (page: Page) => {
    await waitForCardField(page)
    await page
      .frameLocator('iframe[title="Secure card payment input frame"]')
      .locator('[name=cardnumber]')
      .press('Escape')
  },
  'a press beside it': (page: Page) => page.mouse.click(8, 300),
  Back: (page: Page) => page.goBack(),
}

// §2.4-01 §2.4-54 §7-27
test('closing the modal restores the focus and the history', async ({ page, context, site }) => {
  test.slow()
  const count = countCalls(page)
  await page.goto('/explore')
  await openBlocked(page, site)
  for (const [way, leave] of Object.entries(WAYS_TO_CLOSE)) {
    await leave(page)
    await expect(modal(page), way).toHaveCount(0)
    await expect(mainButton(page), way).toBeFocused()
    await expect(page, way).toHaveURL(/\/applets\/star-to-sheet$/)
    await mainButton(page).click()
    await expectModal(page, QUOTA_TITLE)
  }
  // Dragging a text selection out of the dialog does not close it.
  const title = await modal(page).getByRole('heading', { name: QUOTA_TITLE }).boundingBox()
  await page.mouse.move((title?.x ?? 0) + 4, (title?.y ?? 0) + 4)
  await page.mouse.down()
  await page.mouse.move(8, 300)
  await page.mouse.up()
  await page.goBack()
  await expect(modal(page)).toHaveCount(0)
  await page.goForward()
  await expect(mainButton(page)).toBeVisible()
  await expect(modal(page)).toHaveCount(0)
  expect(count.abandoned).toEqual([])
  await test.step('closing it after choosing a price abandons a checkout', async () => {
    await mainButton(page).click()
    await modal(page).getByLabel('Yearly').check()
    await modal(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => count.abandoned).toEqual([{ plan_id: 'intermediate_pro' }])
  })
  await test.step('its data is kept for all tabs', async () => {
    expect(count.data).toBe(1)
    const other = await context.newPage()
    const there = countCalls(other)
    await openAndClose(other)
    expect(there.data).toBe(0)
    await other.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.includes('subscription-modal')) ?? ''
      localStorage.setItem(key, (localStorage.getItem(key) ?? '').slice(0, 300))
    })
    await openAndClose(other)
    expect(there.data).toBe(1)
    await other.close()
  })
  await page.goBack()
  await page.goBack()
  await page.waitForURL('**/explore')
  await test.step('a slot freed elsewhere connects without an upgrade', async () => {
    await page.goto(APPLET)
    await expect(mainButton(page)).toHaveText(/Connect GitHub/)
    await site.env.DB.prepare("update enablements set status = 'disabled' where user_id = 'usr_trialused'").run()
    await mainButton(page).click()
    await consent(page, 'github')
    await consent(page, 'google_sheets')
    await expect(mainButton(page)).toHaveText(/Connected/)
    await expect(flashWith(page, 'Upgrade complete')).toHaveCount(0)
  })
})

async function openAndClose(page: Page): Promise<void> {
  await page.goto(APPLET)
  await mainButton(page).click()
  await expectModal(page, QUOTA_TITLE)
  await expect(modal(page).getByText('Monthly', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal(page)).toHaveCount(0)
}

/** Counts the calls for the modal's data, and keeps what calls about abandoned checkouts say. */
function countCalls(page: Page): { data: number; abandoned: { plan_id: string }[] } {
  const count = { data: 0, abandoned: [] as { plan_id: string }[] }
  page.on('request', (request) => {
    if (request.url().includes('/api/subscription_modal')) count.data += 1
    if (new URL(request.url()).pathname !== '/graphql') return
    const { query, variables } = request.postDataJSON()
    if (query.includes('userProAbandonedCheckoutEmail')) count.abandoned.push(variables)
  })
  return count
}

// §2.4-01 §2.4-55 §2.4-58
test('the open modal fits, and nothing else can be reached', async ({ page, site }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openBlocked(page, site)
  await waitForCardField(page)
  await expect(modal(page)).toBeFocused()
  await test.step('axe finds nothing', async () => {
    await expectNoAxeFindings(page, 'upgrade modal')
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(modal(page).locator('.illustration')).toBeHidden()
  })
  await test.step('two panels from 724 px and one below', async () => {
    const picture = modal(page).locator('.illustration')
    const left = async (part: string) => (await modal(page).locator(part).boundingBox())?.x ?? 0
    for (const width of [724, 1444]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(picture).toBeVisible()
      expect(await left('.picture')).toBeLessThan(await left('.content'))
    }
    await page.setViewportSize({ width: 723, height: 800 })
    await expect(picture).toBeHidden()
    await expect(modal(page).getByText('Tools for smart home and productivity.')).toBeVisible()
  })
  await test.step('it fits 320 px and double text size', async () => {
    const tooWide = () => modal(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
    for (const zoom of ['100%', '200%'])
      for (const width of [320, 484, 724, 964, 1444]) {
        await page.setViewportSize({ width, height: 640 })
        await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), zoom)
        expect(await tooWide(), `${zoom} at ${width} px`).toBeLessThanOrEqual(0)
        await payButton(page).scrollIntoViewIfNeeded()
        await expect(payButton(page)).toBeInViewport()
        await expect(modal(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
      }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('the rest of the page cannot be reached', async () => {
    await modal(page).focus()
    const outside = () =>
      page.evaluate(() => {
        const at = document.activeElement
        return at === document.body || at?.closest('.page-dialog') ? null : at?.outerHTML
      })
    for (let presses = 0; presses < 16; presses += 1) {
      await page.keyboard.press('Tab')
      expect(await outside()).toBeNull()
    }
    const reachable = () =>
      page.evaluate(() =>
        [...document.body.children]
          .slice(
            0,
            [...document.body.children].findIndex((part) => part.matches('.page-dialog')),
          )
          .flatMap((part) => (part.matches('[inert]') ? [] : part.outerHTML.slice(0, 80))),
      )
    expect(await reachable()).toEqual([])
    const scrolled = () => page.evaluate(() => scrollY)
    await page.mouse.move(8, 300)
    await page.mouse.wheel(0, 400)
    expect(await scrolled()).toBe(0)
    await page.keyboard.press('Escape')
    await expect(page.locator('[inert]')).toHaveCount(0)
  })
})

// §2.4-57
test('late data shifts nothing in the modal', async ({ page, site }) => {
  const shifts = await watchShifts(page)
  for (const width of [320, 1280]) {
    const line = await holdBack(page, '**/api/subscription_modal?**')
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, site, PAYER, APPLET)
    // Browsers excuse layout shifts within half a second of a press, so this is none.
    await mainButton(page).evaluate((element: HTMLElement) => element.click())
    await expectModal(page, QUOTA_TITLE)
    await expect(modal(page).locator('[aria-busy=true]').first()).toBeVisible()
    await expect.poll(() => line.held.length).toBeGreaterThan(0)
    line.release()
    await waitForCardField(page)
    expect(await shifts(), `${width} px`).toEqual([])
    await page.keyboard.press('Escape')
    await expect(modal(page)).toHaveCount(0)
    await page.evaluate(() => localStorage.clear())
  }
})
