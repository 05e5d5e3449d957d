import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

for (const row of ['wait', 'when']) {
  test(`“Done” and “Remove” of ${row} stand apart`, async ({ page, site }) => {
    await openAs(page, site, 'proplus@demo.test', `/create?step=${row}`)
    const done = await page.getByRole('button', { name: 'Done' }).boundingBox()
    const remove = await page.getByRole('button', { name: 'Remove' }).boundingBox()
    expect(remove?.x ?? 0).toBeGreaterThanOrEqual((done?.x ?? 0) + (done?.width ?? 0) + 8)
  })
}
