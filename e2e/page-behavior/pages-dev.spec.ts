import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { ROOT } from '../../dev/processes/run.ts'

/** Above the range of `freePort` and away from common ports. */
const PORT = 18_780
const ORIGIN = `http://localhost:${PORT}`

test('the built site runs under wrangler pages dev', async ({ request }) => {
  test.setTimeout(120_000)
  const preview = spawn(process.execPath, ['dev/preview.ts', '--built'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise<void>((resolve, reject) => {
      preview.stdout.on('data', (data: Buffer) => data.includes('Switchyard is at') && resolve())
      preview.once('exit', (code) => reject(new Error(`The preview ended with ${code}.`)))
    })
    const home = await request.get(`${ORIGIN}/`)
    expect(home.status()).toBe(200)
    // React writes a comment between two adjacent texts.
    const html = (await home.text()).replaceAll('<!-- -->', '')
    expect(html).toContain('Popular services on Switchyard')
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? 'no script'
    const asset = await request.get(ORIGIN + script)
    expect(asset.status()).toBe(200)
    expect(asset.headers()['cache-control']).toContain('immutable')
    for (const path of [script, '/service-worker.js', '/favicon.svg', '/icons/app/192.png', '/social/site.png', '/']) {
      const { headers } = await fetch(ORIGIN + path)
      expect([path, Object.fromEntries(headers)]).toMatchObject([
        path,
        {
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'cross-origin-resource-policy': path.startsWith('/social/') ? 'cross-origin' : 'same-origin',
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        },
      ])
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null])
    }
    const api = await request.get(`${ORIGIN}/api/settings`)
    expect(await api.json()).toMatchObject({ product_name: 'Switchyard' })
    // The Worker answers this, not a page.
    const hook = await request.post(`${ORIGIN}/hooks/unknown`, { data: 'x', headers: { 'content-type': 'text/plain' } })
    expect([hook.status(), await hook.json()]).toMatchObject([404, { error: { code: 'not_found' } }])
    const form = { email: 'free@demo.test', password: 'a wrong long password' }
    const refused = await request.post(`${ORIGIN}/login`, { form, headers: { origin: ORIGIN } })
    expect(refused.status()).toBe(401)
    expect(await refused.text()).toMatch(/value="free@demo.test".*Wrong email or password\./)
    const missing = await request.get(`${ORIGIN}/no/such/page`)
    expect(missing.status()).toBe(404)
    expect(await missing.text()).toContain('<html')
  } finally {
    const ended = new Promise((resolve) => preview.once('exit', resolve))
    preview.kill('SIGTERM')
    await ended
    rmSync(`${ROOT}/.wrangler/state-${PORT}`, { recursive: true, force: true })
  }
})
