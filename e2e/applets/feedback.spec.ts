import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const APPLET = '/applets/hook-to-notification'
const feedback = (page: Page) => page.getByRole('region', { name: 'Do you like this Applet?' })
const submit = (page: Page) => feedback(page).getByRole('button', { name: 'Submit' })

/** Repeats the press until hydration lets one count. */
async function answer(page: Page, name: 'Yes' | 'No'): Promise<void> {
  const button = feedback(page).getByRole('button', { name, exact: true })
  await expect(async () => {
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 300 })
  }).toPass()
}

function savedFeedback(page: Page) {
  return page.evaluate(async (path) => {
    const answered = await fetch(path)
    return ((await answered.json()) as { applet_feedback_by_user: unknown }).applet_feedback_by_user
  }, '/api/applets/hook-to-notification/feedback')
}

// §7-55 §2.5-03
test('a No is saved with its reason and suggestion', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, site, 'free@demo.test')
  await page.goto(APPLET)
  await expectNoAxeFindings(page, '.feedback')
  await answer(page, 'No')
  await expect.poll(() => savedFeedback(page)).toEqual({ like: false, opinion: null, suggestion: null })
  await expect(submit(page)).toHaveCount(0)
  await feedback(page).getByLabel('Unexpected behavior').check()
  await expect(submit(page)).toBeVisible()
  const field = feedback(page).getByRole('textbox')
  await field.fill(`  ${'é'.repeat(300)}`)
  await expect(feedback(page)).toContainText('255/255')
  await expectNoAxeFindings(page, '.feedback')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await submit(page).click()
  await expect(feedback(page).getByRole('status')).toHaveText('Thank you for your feedback.')
  await expectNoAxeFindings(page, '.feedback')
  await expect
    .poll(() => savedFeedback(page))
    .toEqual({ like: false, opinion: 'unexpected', suggestion: 'é'.repeat(253) })

  await page.reload()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
  await expect(feedback(page)).toHaveCount(0)
})

test('a Yes is explained by keyboard, up to the length limit', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, site, 'free@demo.test')
  await page.goto(APPLET)
  const yes = feedback(page).getByRole('button', { name: 'Yes', exact: true })
  // In the streamed page it is hidden at first, and what is hidden takes no focus.
  await expect(yes).toBeVisible()
  await yes.focus()
  await page.keyboard.press('Enter')
  await expect(yes).toHaveAttribute('aria-pressed', 'true')
  await expect(yes).toBeFocused()
  await expect(feedback(page).getByRole('textbox')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(feedback(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.insertText(`${'a'.repeat(250)}tail!`)
  for (let back = 0; back < 5; back++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('XY')
  await expect(feedback(page).getByRole('textbox')).toHaveValue(`${'a'.repeat(250)}tail!`)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('👍')
  await expect(feedback(page).getByRole('textbox')).toHaveValue(`${'a'.repeat(249)}👍tail!`)
  await expect(feedback(page)).toContainText('255/255')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const thanks = feedback(page).getByRole('status')
  await expect(thanks).toHaveText('Thank you for your feedback.')
  await expect(thanks).toBeFocused()
  await expect
    .poll(() => savedFeedback(page))
    .toEqual({ like: true, opinion: null, suggestion: `${'a'.repeat(249)}👍tail!` })
})

// §8-28
test('a failed feedback call is logged, not shown', async ({ page, site }) => {
  const reports: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('[report]')) reports.push(message.text())
  })
  await blockStorage(page)
  await signIn(page, site, 'free@demo.test')
  await page.goto(APPLET)
  await page.route('**/feedback', (route) => route.abort())
  await answer(page, 'Yes')
  await expect.poll(() => reports.length).toBe(1)
  await submit(page).click()
  await expect(feedback(page).getByRole('status')).toHaveText('Thank you for your feedback.')
  await expect.poll(() => reports.length).toBe(2)
  await expect(page.getByRole('alert')).toHaveText('')
})
