import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { label } from '../pages/held-button.ts'
import { expect, test } from '../testing/journey.ts'

// §9-25 §5-18
test('steps, button and details of an Applet fit every width', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockStorage(page)
  await page.goto('/applets/quiet-mentions')
  await test.step('steps have icons of 32 and 18 px', async () => {
    const icons = page.locator('.applet-steps .icon > *')
    const sizes = () => icons.evaluateAll((each) => each.map((icon) => icon.getBoundingClientRect().width))
    expect(await sizes()).toEqual([32, 32, 32, 32])
    const lines = await page
      .locator('.applet-steps .row')
      .evaluateAll((rows) => rows.map((row) => getComputedStyle(row, '::before').content !== 'none'))
    expect(lines).toEqual([true, true, true, false])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sizes()).toEqual([18, 18, 18, 18])
  })

  await test.step('its details are accessible', async () => {
    await page.getByText('More details').click()
    await expectNoAxeFindings(page, 'details of an Applet', '.connection-page')
  })

  await test.step('the label keeps its size limits and one line', async () => {
    const sizes = async (text: string, width: number) => {
      await page.setViewportSize({ width, height: 700 })
      return label(page).evaluate((each, words) => {
        if (each.textContent !== words) {
          each.textContent = words
          const { length } = words
          const named =
            length <= 9
              ? 'shortest'
              : length <= 12
                ? 'short'
                : length <= 14
                  ? 'middling'
                  : length <= 17
                    ? 'long'
                    : 'longest'
          each.parentElement?.classList.remove('shortest', 'short', 'middling', 'long', 'longest')
          each.parentElement?.classList.add(named)
        }
        const { fontSize, lineHeight } = getComputedStyle(each)
        const lines = Math.round(each.getBoundingClientRect().height / Number.parseFloat(lineHeight))
        return { size: Number.parseFloat(fontSize), lines }
      }, text)
    }
    const WIDTHS = [320, 360, 390, 483, 484, 600, 723, 724, 1024, 1025, 1444, 1445, 1924]
    for (const width of WIDTHS) {
      for (const text of ['Reconnect', 'Disconnecting…', 'Connect GitHub', 'Connect Google Calendar…']) {
        const { size, lines } = await sizes(text, width)
        const most = width < 724 ? 22 : width <= 1444 ? 28 : 30
        expect(size, `${text} at ${width}`).toBeGreaterThanOrEqual(14)
        expect(size, `${text} at ${width}`).toBeLessThanOrEqual(most)
        // Only 24 wide letters at the minimum of 14 px may need a second line, on the smallest phones.
        if (text.length < 24 || size > 14) expect(lines, `${text} at ${width}`).toBe(1)
      }
    }
    // Each maximum is reached right at its breakpoint of 724 or 1444 px.
    expect((await sizes('Reconnect', 723)).size).toBe(22)
    expect((await sizes('Reconnect', 724)).size).toBe(28)
    expect((await sizes('Reconnect', 1444)).size).toBe(28)
    expect((await sizes('Reconnect', 1445)).size).toBe(30)
    // The knob at the far end leaves the least room on the smallest phones.
    await page.locator('.connect-button').evaluate((each) => each.classList.replace('off', 'on'))
    expect((await sizes('Connected', 320)).size).toBeGreaterThan(17)
  })
})
