import type { Locator, Page, Response } from '@playwright/test'
import { expect } from '../testing/journey.ts'

/** The address of a stored draft's calls. */
export const DRAFT_CALL = /\/api\/drafts\/\d+$/

/** A row of the page where an Applet is made, by its label and what it says. */
export function row(page: Page, name: string | RegExp): Locator {
  return page.locator('.draft-rows').locator('h2').getByRole('button', { name })
}

/** The field that searches for steps in the open row. */
export function stepSearch(page: Page): Locator {
  return page.getByRole('combobox', { name: /^Search everything/ })
}

/** Searches in the open row and chooses the step of this name. */
export async function chooseStep(page: Page, words: string, name: string | RegExp): Promise<void> {
  await stepSearch(page).fill(words)
  await page.getByRole('listbox', { name: 'Found' }).getByRole('option', { name }).first().click()
}

/** Chooses what starts the Applet: a press on a button of its own, which needs no account. */
export async function beginWithButton(page: Page): Promise<void> {
  await row(page, /^If/).click()
  await chooseStep(page, 'button', 'Button pressed Button')
  await expect(row(page, /^If Button pressed/)).toBeFocused()
}

/**
 * Until the page says that the server has everything. The message of an earlier save still stands until the page has
 * taken a change in: where the order of saves matters, use `fillAndSave`.
 */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.locator('.save-status')).toHaveText(/^Draft saved at/)
}

/** The text of a field in the open panel. */
export function textField(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true })
}

/** Fills a field of the open panel. Resolves with what the server answered to just this change. */
export async function fillAndSave(page: Page, name: string, text: string): Promise<Response> {
  const answered = page.waitForResponse((response) => {
    const request = response.request()
    const isIt = request.method() === 'PATCH' && DRAFT_CALL.test(request.url())
    return isIt && (request.postData()?.includes(JSON.stringify(text)) ?? false)
  })
  await textField(page, name).fill(text)
  return answered
}

/** A draft of two steps, with the action's panel open. */
export async function beginNotification(page: Page): Promise<void> {
  await beginWithButton(page)
  await row(page, /^Then/).click()
  await chooseStep(page, 'notification', 'Send a notification Notifications')
  await expect(textField(page, 'Message')).toBeVisible()
  await expectSaved(page)
}
