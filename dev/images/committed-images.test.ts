import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { SOLD_PLANS } from '../../worker/contract/tiers.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { iconDrawings, serviceDrawing, siteDrawing } from './drawings.ts'

const PUBLIC = join(ROOT, 'web/public')
const MOST_BYTES = 20_000
const drawings = [
  ...iconDrawings(''),
  siteDrawing(''),
  ...serviceDefinitions().map((service) => serviceDrawing(service, '')),
]

test.each(drawings)('$file is drawn in its size and small in bytes', ({ file, width, height }) => {
  const png = readFileSync(join(PUBLIC, file))
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
  expect(png.length).toBeLessThan(MOST_BYTES)
})

test.each(['icons/app', 'social'])('web/public/%s holds only what is drawn', (folder) => {
  const drawn = drawings.flatMap(({ file }) => (file.startsWith(`${folder}/`) ? [file] : []))
  expect(
    readdirSync(join(PUBLIC, folder))
      .map((file) => `${folder}/${file}`)
      .toSorted(),
  ).toEqual(drawn.toSorted())
})

test.each(SOLD_PLANS)('%s has its icon and its badge', (plan) => {
  const files = readdirSync(join(PUBLIC, 'icons/plans'))
  expect(files).toEqual(expect.arrayContaining([`${plan}.svg`, `${plan}-badge.svg`]))
})
