import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { iconDrawings, serviceDrawing, siteDrawing } from './drawings.ts'
import { toIndexedPng } from './indexed-png.ts'
import { CHROMIUM_ARGS } from '../processes/chromium-args.ts'
import { installBrowser, knownBrowser, knownHeadlessShell } from '../processes/find-browser.ts'
import { main, ROOT } from '../processes/run.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'

const PUBLIC = join(ROOT, 'web/public')
const drawingOf = (file: string) => readFileSync(join(PUBLIC, file), 'utf8')

/** Draws the app's icons and the images for shared links from the logo and the services' icons, into web/public. */
await main(async () => {
  await installBrowser()
  const executablePath = knownHeadlessShell() ?? knownBrowser() ?? 'chromium'
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  const page = await browser.newPage()
  const logo = drawingOf('favicon.svg')
  const services = serviceDefinitions().map((service) =>
    serviceDrawing(service, drawingOf(`icons/services/${service.id}-mono.svg`)),
  )
  for (const { file, width, height, html } of [...iconDrawings(logo), siteDrawing(logo), ...services]) {
    await page.setViewportSize({ width, height })
    await page.setContent(html)
    const png = toIndexedPng(await page.screenshot({ omitBackground: true }))
    mkdirSync(dirname(join(PUBLIC, file)), { recursive: true })
    writeFileSync(join(PUBLIC, file), png)
    console.log(`${file}: ${png.length} bytes`)
  }
  await browser.close()
})
