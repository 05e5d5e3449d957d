import type { Page } from '@playwright/test'
import { expect, signIn, test } from './journey.ts'

const PHONE = { width: 320, height: 640 }

test('the drop-down opens and closes on a click on its title, and closes on a click outside (§2.6, §4.12)', async ({
  page,
}) => {
  await signIn(page, 'free@demo.test')
  const title = page.getByRole('button', { name: 'frida' })
  const settings = page.getByRole('banner').getByRole('link', { name: 'Settings' })
  await expect(settings).toBeHidden()
  await title.click()
  await expect(settings).toBeVisible()
  await expect(title).toHaveAttribute('aria-expanded', 'true')
  await title.click()
  await expect(settings).toBeHidden()
  await expect(title).toHaveAttribute('aria-expanded', 'false')
  await title.click()
  await expect(settings).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(settings).toBeHidden()
})

test('the drop-down works by keyboard alone (§2.6)', async ({ page }) => {
  await signIn(page, 'free@demo.test')
  await page.getByRole('button', { name: 'frida' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Settings' })).toBeHidden()
})

test('on a phone the toggle puts mobile-menu-opened on the body and takes it off again (§2.6, §4.12)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/plans')
  const toggle = page.getByRole('button', { name: 'Menu' })
  const explore = page.getByRole('banner').getByRole('link', { name: 'Explore' })
  await expect(explore).toBeHidden()
  await toggle.click()
  await expect(page.locator('body')).toHaveClass(/(^| )mobile-menu-opened( |$)/)
  await expect(explore).toBeVisible()
  await toggle.click()
  await expect(page.locator('body')).not.toHaveClass(/mobile-menu-opened/)
  await expect(explore).toBeHidden()
})

const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)

test('text is 16 px on a phone, 18 px from 724 px, 20 px from 1025 px (§2.6, §9, design §3.7)', async ({ page }) => {
  await page.goto('/plans')
  const sizes: Record<number, string> = {}
  for (const width of [320, 723, 724, 1024, 1025, 1924]) {
    await page.setViewportSize({ width, height: 800 })
    sizes[width] = await rootSize(page)
  }
  expect(sizes).toEqual({ 320: '16px', 723: '16px', 724: '18px', 1024: '18px', 1025: '20px', 1924: '20px' })
})

test('from 320 px on every public page fits without scrolling sideways (§2.6)', async ({ page }) => {
  await page.setViewportSize(PHONE)
  for (const path of ['/', '/explore', '/plans', '/applets/quiet-mentions', '/octoforge', '/login', '/join']) {
    await page.goto(path)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(over, path).toBeLessThanOrEqual(0)
  }
})
