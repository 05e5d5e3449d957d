import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const APPLET = '/applets/hook-to-notification'
const feedback = (page: Page) => page.getByRole('region', { name: 'Do you like this Applet?' })
const submit = (page: Page) => feedback(page).getByRole('button', { name: 'Submit' })

function savedFeedback(page: Page) {
  return page.evaluate(async (path) => {
    const answered = await fetch(path)
    return ((await answered.json()) as { applet_feedback_by_user: unknown }).applet_feedback_by_user
  }, '/api/applets/hook-to-notification/feedback')
}

// §7-55 §2.5-03 §8-28
test('a user says by mouse or keyboard whether an Applet is liked', async ({ page, site }) => {
  const yes = feedback(page).getByRole('button', { name: 'Yes', exact: true })
  const field = feedback(page).getByRole('textbox')
  const thanks = feedback(page).getByRole('status')
  await blockStorage(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, site, 'free@demo.test', APPLET)
  await test.step('a failed call is logged, not shown', async () => {
    const reports: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('[report]')) reports.push(message.text())
    })
    await page.route('**/feedback', (route) => route.abort())
    await yes.click()
    await expect.poll(() => reports.length).toBe(1)
    await submit(page).click()
    await expect(thanks).toHaveText('Thank you for your feedback.')
    await expect.poll(() => reports.length).toBe(2)
    await expect(page.getByRole('alert')).toHaveText('')
    await page.unroute('**/feedback')
  })

  await test.step('a Yes is explained by keyboard, up to the length limit', async () => {
    await page.reload()
    await waitForHydration(page)
    await yes.focus()
    await page.keyboard.press('Enter')
    await expect(yes).toHaveAttribute('aria-pressed', 'true')
    await expect(yes).toBeFocused()
    await expect(field).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
    await page.keyboard.insertText(`${'a'.repeat(250)}tail!`)
    for (let back = 0; back < 5; back++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('XY')
    await expect(field).toHaveValue(`${'a'.repeat(250)}tail!`)
    await page.keyboard.press('Backspace')
    await page.keyboard.type('👍')
    await expect(field).toHaveValue(`${'a'.repeat(249)}👍tail!`)
    await expect(feedback(page)).toContainText('255/255')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(thanks).toHaveText('Thank you for your feedback.')
    await expect(thanks).toBeFocused()
    await expect
      .poll(() => savedFeedback(page))
      .toEqual({ like: true, opinion: null, suggestion: `${'a'.repeat(249)}👍tail!` })
    await site.env.DB.exec('delete from feedback')
  })

  await test.step('a No is saved with its reason and suggestion', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.reload()
    await waitForHydration(page)
    await feedback(page).getByRole('button', { name: 'No', exact: true }).click()
    await expect.poll(() => savedFeedback(page)).toEqual({ like: false, opinion: null, suggestion: null })
    await expect(submit(page)).toHaveCount(0)
    await feedback(page).getByLabel('Unexpected behavior').check()
    await field.fill(`  ${'é'.repeat(300)}`)
    await expect(feedback(page)).toContainText('255/255')
    await expectNoAxeFindings(page, 'feedback with its reasons', '.feedback')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await submit(page).click()
    await expect(thanks).toHaveText('Thank you for your feedback.')
    await expectNoAxeFindings(page, 'feedback that was sent', '.feedback')
    await expect
      .poll(() => savedFeedback(page))
      .toEqual({ like: false, opinion: 'unexpected', suggestion: 'é'.repeat(253) })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
    await expect(feedback(page)).toHaveCount(0)
  })
})
