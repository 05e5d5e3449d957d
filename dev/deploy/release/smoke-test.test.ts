import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import { listen } from '../../stand-ins/stand-in/listen.ts'
import { smokeTest } from './smoke-test.ts'

/** A build with one script, and a site that answers so. */
async function smokeAt(health: () => Response, page: () => Response) {
  const pages = temporaryFolder()
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'assets', 'new.js'), '')
  const site = await listen(
    0,
    () =>
      ({ url }) =>
        url.endsWith('/api/health') ? health() : page(),
  )
  onTestFinished(() => site.close())
  return (await smokeTest({ origin: site.origin, versions: { api: 'v2', runner: 'r2' }, pages, patience: 0 })).map(
    (each) => each.replaceAll(site.origin, ''),
  )
}
const loads = (script: string) => () => new Response(`<script src="/assets/${script}"></script>`)
const healthy =
  (version: string, runner_version: string | null = 'r2') =>
  () =>
    Response.json({ ok: true, version, runner_version, problems: [] })

test('passes where the new version and the new pages answer', async () => {
  expect(await smokeAt(healthy('v2'), loads('new.js'))).toEqual([])
})

test('finds a site that another version answers', async () => {
  expect(await smokeAt(healthy('v1'), loads('old.js'))).toEqual([
    '/api/health is answered by version v1, not by v2.',
    '/ is not of this build: it loads /assets/old.js.',
    '/login is not of this build: it loads /assets/old.js.',
  ])
})

test('finds a site that fails', async () => {
  const failing = () => new Response('', { status: 503 })
  expect(await smokeAt(failing, failing)).toEqual([
    '/api/health answers 503. Its log: npm run wrangler -- tail',
    '/ answers 503. Its log: npm run wrangler -- pages deployment tail',
    '/login answers 503. Its log: npm run wrangler -- pages deployment tail',
  ])
})

test("repeats a failing site's words and its reference", async () => {
  const init = { status: 503, headers: { 'x-request-id': 'r-1' } }
  const refused = () => Response.json({ error: { message: 'This site is not set up completely.' } }, init)
  const broken = () => new Response('<html><title>Something went wrong</title>', init)
  expect((await smokeAt(refused, broken)).slice(0, 2)).toEqual([
    '/api/health answers 503: “This site is not set up completely.”. Reference r-1. Its log: npm run wrangler -- tail',
    '/ answers 503: “Something went wrong”. Reference r-1. Its log: npm run wrangler -- pages deployment tail',
  ])
})

test("finds a Runner's Worker of another version", async () => {
  expect(await smokeAt(healthy('v2', 'r1'), loads('new.js'))).toEqual([
    "/api/health runs Applets in version r1 of the Runner's Worker, not in r2.",
  ])
})

test('repeats what the site says is wrong', async () => {
  const problems = ['The two Workers have different values of TOKEN_KEYS.']
  const unwell = () => Response.json({ ok: false, version: 'v2', runner_version: 'r2', problems }, { status: 503 })
  expect(await smokeAt(unwell, loads('new.js'))).toEqual([
    '/api/health answers 503. Its log: npm run wrangler -- tail',
    '/api/health says: The two Workers have different values of TOKEN_KEYS.',
  ])
})

test('repeats wrong settings of a site that answers', async () => {
  const problems = ['Wrong setting SENTRY_DSN: must be a DSN.']
  const partly = () => Response.json({ ok: true, version: 'v2', runner_version: 'r2', problems })
  expect(await smokeAt(partly, loads('new.js'))).toEqual([`/api/health says: ${problems[0]}`])
})

test('takes the answer of a release that knows one version', async () => {
  expect(await smokeAt(() => Response.json({ ok: true, version: 'v2' }), loads('new.js'))).toEqual([])
})
