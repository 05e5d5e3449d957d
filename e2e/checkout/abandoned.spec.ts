import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { openCheckout, PAYER, waitForCardField } from '../pages/checkout-form.ts'
import { expect, test } from '../testing/journey.ts'

function payerRow({ env }: Stack) {
  const row = env.DB.prepare('select id, reminder_scheduled_at as scheduled from users where email = ?').bind(PAYER)
  return row.first<{ id: string; scheduled: number | null }>()
}

const scheduled = async (site: Stack) => (await payerRow(site))?.scheduled ?? null

/** Waits first: the browser does not report the calls a page makes while closing. */
async function expectNothingScheduled(page: Page, site: Stack): Promise<void> {
  await page.waitForTimeout(500)
  expect(await scheduled(site)).toBeNull()
}

/** Sends the job that the queue would deliver after an hour, and waits for the mail. */
async function deliveredMail(site: Stack): Promise<string> {
  const { id: user_id = '' } = (await payerRow(site)) ?? {}
  await site.env.QUEUE.send({ kind: 'abandoned_checkout', id: 'job_e2e', user_id, plan_id: 'intermediate_pro' })
  const mails = () => site.standIns.outbox.mails().filter(({ to }) => to === PAYER)
  await expect.poll(() => mails().length).toBe(1)
  return mails()[0]?.text ?? ''
}

test('leaving after choosing a price sends one email', async ({ page, site, browser }) => {
  await openCheckout(page, site)
  await page.goto('/plans')
  await expectNothingScheduled(page, site)
  await page.goto('/subscribe/pro')
  await waitForCardField(page)
  await page.getByLabel('Yearly').check()
  await page.goto('/plans')
  await expect.poll(() => scheduled(site)).toBeGreaterThan(0)
  // A session asks once, even if the server would schedule another reminder.
  await site.env.DB.prepare('update users set reminder_scheduled_at = null').run()
  await page.goto('/subscribe/pro_plus')
  await waitForCardField(page)
  await page.getByLabel('Yearly').check()
  await page.goto('/plans')
  await expectNothingScheduled(page, site)

  const mail = await deliveredMail(site)
  expect(mail).toContain('It costs $3.49 a month or $34.99 a year')
  const [back = '', out = ''] = mail.match(/https?:\S+/g) ?? []
  expect(new URL(back).pathname).toBe('/subscribe/pro')

  const elsewhere = await browser.newContext({ javaScriptEnabled: false })
  const otherPage = await elsewhere.newPage()
  await otherPage.goto(out)
  await otherPage.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed from these emails')
  await otherPage.reload()
  await otherPage.getByRole('button', { name: 'Send them again' }).click()
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('Stop these emails?')
  await elsewhere.close()
})
