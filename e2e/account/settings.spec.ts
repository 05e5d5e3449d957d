import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, PASSWORD, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const EMAIL = 'free@demo.test'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const address = (page: Page) => page.getByRole('textbox', { name: 'Your address' })

/** Twenty-five sign-ins, and a draft from before the address was confirmed. */
async function liveLong({ env: { DB } }: Stack): Promise<void> {
  const id = (await DB.prepare('select id from users where email = ?').bind(EMAIL).first<string>('id')) ?? ''
  const row = DB.prepare(
    "insert into security_events (id, user_id, kind, outcome, device, created_at) values (?, ?, 'signed_in', 'done', 'Chrome on Windows', ?)",
  )
  const now = Date.now()
  await DB.batch([
    ...Array.from({ length: 25 }, (_, n) => row.bind(`sec_${n}`, id, now - n * 1000)),
    DB.prepare('update users set earlier_work_until = 2 where id = ?').bind(id),
    DB.prepare(
      `insert into drafts (user_id, doc, created_at, updated_at) values (?, '{"name":"A plan of before"}', 1, ?)`,
    ).bind(id, now),
  ])
}

test('a user looks through the settings and shows a hidden address', async ({ page, site }) => {
  await liveLong(site)
  await openAs(page, site, EMAIL, '/settings')
  await page.getByRole('button', { name: 'Make an address' }).click()
  await expect(address(page)).toBeVisible()
  await test.step('older security events have a page, and the back button works', async () => {
    const rows = page.locator('.security-events .event')
    await expect(rows).toHaveCount(20)
    await page.getByRole('link', { name: 'Older' }).click()
    await expect(rows).toHaveCount(5)
    await page.goBack()
    await expect(rows).toHaveCount(20)
  })
  await test.step('what was made before verification is marked until it is kept', async () => {
    const marked = page.locator('form', { hasText: 'Made before you confirmed your address' })
    await expect(marked.getByRole('link', { name: 'A plan of before' })).toHaveAttribute('href', /^\/create\/\d/)
    await marked.getByRole('button', { name: 'Keep the rest' }).click()
    await expect(page.getByText('We keep what is left.')).toBeVisible()
    await expect(marked).toHaveCount(0)
  })
  await test.step('a hidden address is shown once the password is right', async () => {
    await site.env.DB.exec('update sessions set proved_at = 0')
    await page.reload()
    await expect(address(page)).toHaveCount(0)
    const show = page.getByRole('button', { name: 'Show: Your address' })
    await show.click()
    const password = dialog(page).getByRole('textbox', { name: 'Password' })
    await expect(password).toBeFocused()
    await expectAccessible(page, 'proof of who one is')
    // Closing the dialog shows nothing and returns the focus.
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('Please confirm that it is you, then try again.')).toBeVisible()
    await expect(show).toBeFocused()
    await expect(address(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(password).toBeFocused()
    await password.fill('not this one')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('Wrong password.')).toBeVisible()
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(address(page)).toHaveValue(/\/with\/key\//)
  })
})
