import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { DAY, HOUR } from '../../worker/contract/shared/durations.ts'
import { CARDS, expectWelcome, openCheckout, payButton, typeCard } from '../pages/checkout-form.ts'
import { expect, test } from '../testing/journey.ts'

/** Whose plan begins with a trial of seven days. */
const USER = 'free@demo.test'

/** Lets the Applet wait for an hour. Before its user's Runner has read it. */
async function addWait({ env }: Stack): Promise<void> {
  const anHour = JSON.stringify({ id: -2, kind: 'wait', seconds: 3600 })
  const steps = "json_array(doc -> '$.steps[0]', json(?), doc -> '$.steps[1]')"
  await env.DB.prepare(
    `update applet_versions set doc = json_set(doc, '$.steps', ${steps})
     where applet_id = (select id from applets where friendly_id = 'hook-to-notification')`,
  )
    .bind(anHour)
    .run()
}

/** Sends an event to the Applet. Returns a function that reads the states of its runs. */
async function startRun(page: Page) {
  await page.goto('/applets/hook-to-notification')
  const hook = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
  const accepted = await page.request.post(hook, { data: { value1: 'The kettle boils' } })
  const { receipt } = (await accepted.json()) as { receipt: string }
  return async () => {
    const answer = await page.request.get(`${hook}/receipts/${receipt}`)
    return ((await answer.json()) as { runs: { state: string }[] }).runs.map((run) => run.state)
  }
}

test('eight days on the clock run, charge, mail, repair and delete', async ({ page, site }) => {
  test.setTimeout(300_000)
  const { clock, outbox, stripe } = site.standIns
  const { DB } = site.env
  await addWait(site)
  await openCheckout(page, site, { as: USER })
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  const runStates = await startRun(page)
  await expect.poll(runStates).toEqual(['waiting'])
  const from = clock.now()
  const due = from + 3 * DAY
  await DB.batch([
    DB.prepare(
      `insert into account_deletions (user_id, requested_at, due_at, next_at, take_down)
       select id, ?1, ?2, ?2, 0 from users where email = 'legacy@demo.test'`,
    ).bind(from, due),
    DB.prepare("update users set deletes_at = ? where email = 'legacy@demo.test'").bind(due),
  ])
  stripe.emulator.control.webhooks.mode('lost')
  await clock.moveBy(8 * DAY)
  await expect.poll(runStates).toEqual(['done'])

  const deletion = await DB.prepare('select done_at from account_deletions').first<number>('done_at')
  expect(deletion).toBeGreaterThanOrEqual(due)
  expect(deletion).toBeLessThan(due + HOUR)
  const receipts = outbox.mails().filter(({ to, subject }) => to === USER && subject.startsWith('Your receipt'))
  const [renewed] = stripe.emulator.store.all('charge').toSorted((one, other) => other.created - one.created)
  const chargedAt = (renewed?.created ?? 0) * 1000
  expect(chargedAt).toBeGreaterThan(from + 6 * DAY)
  const mailedAt = Date.parse(receipts[0]?.received_at ?? '')
  expect(mailedAt).toBeGreaterThanOrEqual(chargedAt)
  expect(mailedAt).toBeLessThan(chargedAt + HOUR)

  await page.goto('/settings/billing')
  const subscription = stripe.emulator.store.all('subscription').find(({ customer }) => customer === renewed?.customer)
  const ends = (subscription?.items.data[0]?.current_period_end ?? 0) * 1000
  const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' }).format(ends)
  await expect(page.locator('.facts')).toContainText(`$3.49 on ${day}`)
})
