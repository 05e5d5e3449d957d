import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'
import { expectModal, modal } from '../pages/upgrade-modal-page.ts'

/** Describes this many Applets in a sentence. Returns the statuses. */
function describeApplets(page: Page, times: number): Promise<number[]> {
  return page.evaluate(async (tries) => {
    const answers: number[] = []
    for (let n = 0; n < tries; n++) {
      const { csrf_token } = await (await fetch('/api/csrf_token')).json()
      const headers = {
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'x-csrf-token': csrf_token,
      }
      const body = JSON.stringify({ sentence: 'rss to email' })
      answers.push((await fetch('/api/drafts/describe', { method: 'POST', headers, body })).status)
    }
    return answers
  }, times)
}

test("a free user sees today's AI use and the upgrade", async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/settings/billing')
  const use = page.locator('.ai-use')
  await expect(use).toHaveText('AI creations today: 0 of 5')
  expect(await describeApplets(page, 6)).toEqual([201, 201, 201, 201, 201, 403])
  await page.reload()
  await expect(use).toHaveText('AI creations today: 5 of 5. More with Pro')
  await expectNoAxeFindings(page, 'main')
  await use.getByRole('link', { name: 'More with Pro' }).click()
  await expectModal(page, 'Try Pro free for 7 days for more')
  await expect(modal(page)).toContainText("You've reached today's AI limit")
})
