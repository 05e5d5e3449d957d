import { bankDialog, CARDS, flash, payButton, PAYER, waitForCardField, tierNow } from '../pages/checkout-form.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'
import { modal, payInModal, flashWith } from '../pages/upgrade-modal-page.ts'

const SUBSCRIBE = '**/api/subscriptions'
const APPLET = '/applets/star-to-sheet'

// §2.4-55 §2.4-56
test('after a declined card and the bank another card pays, consents follow', async ({ page, site }) => {
  await openAs(page, site, PAYER, APPLET)
  await mainButton(page).click()
  await waitForCardField(page)
  await payInModal(page, CARDS.declined)
  await expect(modal(page).locator('[data-field=cardnumber]')).toContainText('declined')
  await expect(flash(page).last()).toBeVisible()
  await expect(modal(page)).toBeVisible()
  await test.step('the modal cannot be closed while a payment is processed', async () => {
    const line = await holdBack(page, SUBSCRIBE)
    await payInModal(page, CARDS.asksBank)
    await expect.poll(() => line.held.length).toBe(1)
    await page.keyboard.press('Escape')
    await expect(flashWith(page, 'Your payment is being processed.').last()).toBeVisible()
    await modal(page).getByRole('button', { name: 'Close' }).click()
    await page.mouse.click(8, 300)
    await page.goBack()
    await expect(modal(page)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${APPLET}$`))
    line.release()
  })
  await test.step("the bank's question shows above the modal", async () => {
    await expect(bankDialog(page).getByRole('button', { name: 'Complete' })).toBeFocused()
    const onTop = () =>
      bankDialog(page).evaluate((window) => {
        const { x, y, width, height } = window.getBoundingClientRect()
        const at = document.elementFromPoint(x + width / 2, y + height / 2)
        return !at?.closest('.page-dialog') && !window.closest('[inert]')
      })
    expect(await onTop()).toBe(true)
    await bankDialog(page).getByRole('button', { name: 'Fail' }).click()
    await expect(bankDialog(page)).toHaveCount(0)
    await expect(modal(page)).toBeVisible()
    expect(await tierNow(page)).toBe('free')
    await expect(payButton(page)).not.toHaveAttribute('aria-disabled', 'true')
    await payButton(page).click()
    await bankDialog(page).getByRole('button', { name: 'Complete' }).click()
  })
  await consent(page, 'github')
  await consent(page, 'google_sheets')
  await page.waitForURL(`**${APPLET}`)
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('intermediate_pro')
})
