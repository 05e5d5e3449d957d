import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { DAY } from '../../worker/contract/shared/durations.ts'
import { CARDS, expectWelcome, openCheckout, payButton, PAYER, typeCard } from '../pages/checkout-form.ts'
import { sendSignIn } from '../pages/sign-in-form.ts'
import { askStripe } from '../testing/ask-stripe.ts'
import { expect, test } from '../testing/journey.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { waitForHydration } from '../testing/scenes.ts'

const mailsTo = (site: Stack, to: string) => site.standIns.outbox.mails().filter((mail) => mail.to === to)

/** The mail with this subject, once it has come. */
async function mailTo(site: Stack, subject: RegExp, to = PAYER) {
  const find = () => mailsTo(site, to).find((mail) => subject.test(mail.subject))
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  const mail = find()
  if (!mail) throw new Error('The mail has gone.')
  return mail
}

function lastCharge({ standIns }: Stack) {
  return standIns.stripe.emulator.store.all('charge').toSorted((a, b) => b.created - a.created)[0]
}

/** "$3.49" of what Stripe charged last. */
function chargedLast(site: Stack): string {
  return `$${((lastCharge(site)?.amount ?? 0) / 100).toFixed(2)}`
}

async function expectOnReceipt(page: Page, text: string, words: string) {
  const link = /http\S+\/invoices\/\S+/.exec(text)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt')
  await expect(page.locator('tfoot')).toContainText(words)
}

test('the mails of a plan name what page, receipt and Stripe name', async ({ page, site }) => {
  await openCheckout(page, site)
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  const first = await mailTo(site, /^Your receipt from Switchyard: \$3\.49$/)
  expect(chargedLast(site)).toBe('$3.49')
  expect(first.text).toContain('Your plan is Pro for $3.49 a month.')
  const next = /Your next payment is (\$[\d.]+) on (\w+ \d+, \d+), from your Visa ending in 4242\./.exec(first.text)
  await expectOnReceipt(page, first.text, '$3.49')

  await page.goto('/settings/billing')
  await expect(page.locator('.facts')).toContainText(`${next?.[1]} on ${next?.[2]}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Change plan' }).click()
  const change = page.getByRole('dialog', { name: 'Change your plan' })
  await change.getByRole('button', { name: 'Pay yearly' }).click()
  await expect(page.locator('.facts')).toContainText(`$34.99 on ${next?.[2]}`)
  const booked = await mailTo(site, /^From .+ you pay \$34\.99 a year for Switchyard Pro$/)
  expect(booked.text).toContain(`Your next payment is $34.99 on ${next?.[2]}, from your Visa ending in 4242.`)
  site.standIns.stripe.emulator.control.later(32 * DAY)
  const changed = await mailTo(site, /^Your Switchyard plan is now Pro for \$34\.99 a year$/)
  expect(changed.text).toContain('Before, it was Pro for $3.49 a month.\n\nYour next payment is $34.99 on')
  const second = await mailTo(site, /^Your receipt from Switchyard: \$34\.99$/)
  expect(chargedLast(site)).toBe('$34.99')
  await expectOnReceipt(page, second.text, '$34.99')

  await refundOneDollar(site)
  const refund = await mailTo(site, /^Your refund from Switchyard: \$1\.00$/)
  expect(refund.text).toContain('We refunded $1.00 of your payment of $34.99')
  await expectOnReceipt(page, refund.text, '$1.00')

  const link = await linkInMail(site, PAYER, '/settings/billing?ask=cancel')
  const dialog = page.getByRole('dialog', { name: 'Cancel Pro?' })
  await test.step('the link to cancel opens its question after signing in, once', async () => {
    await page.context().clearCookies()
    await page.goto(link)
    await sendSignIn(page, PAYER)
    await expect(dialog).toContainText("and you won't be charged again.")
    await expect(page).toHaveURL(/\/settings\/billing$/)
    await dialog.getByRole('button', { name: 'Keep Pro' }).click()
    await page.reload()
    await waitForHydration(page)
    await expect(dialog).toBeHidden()
  })
  await page.goto(link)
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  const canceled = await mailTo(site, /^Switchyard Pro is canceled: your last day is /)
  const day = /your last day is (.+)$/.exec(canceled.subject)?.[1] ?? ''
  await expect(page.locator('.plan-section')).toContainText(`You have Pro until ${day}`)
  const ofMoney = mailsTo(site, PAYER).filter(({ subject }) => !subject.startsWith('New sign-in'))
  expect(ofMoney).toHaveLength(6)
})

async function refundOneDollar(site: Stack) {
  await askStripe(site, 'refunds', { charge: lastCharge(site)?.id ?? '', amount: '100' })
}
