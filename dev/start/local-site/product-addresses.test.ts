import { join } from 'node:path'
import { createServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../processes/run.ts'
import { freePort } from '../../settings/ports.ts'
import { productAddresses } from './product-addresses.ts'

const port = await freePort()
/** Vite with our sources, and in place of the Workers an answer that names the address. */
const server = await createServer({
  configFile: false,
  root: join(ROOT, 'web'),
  appType: 'custom',
  logLevel: 'silent',
  optimizeDeps: { noDiscovery: true },
  server: { port, strictPort: true, ws: false, watch: null },
  plugins: [
    productAddresses(),
    {
      name: 'workers',
      configureServer: ({ middlewares }) => {
        return () => void middlewares.use((request, response) => response.end(`Worker: ${request.originalUrl}`))
      },
    },
  ],
})
beforeAll(async () => void (await server.listen()))
afterAll(() => server.close())

const answer = async (path: string, method = 'GET') =>
  (await fetch(`http://localhost:${port}${path}`, { method })).text()

test.each([
  '/graphql',
  '/api',
  '/routes',
  '/accounts',
  '/accounts/routes',
  '/app/routes?x=1',
  '/legal/routes',
  '/client-manifest',
  '/billing/pro_upgrade_details',
])('the Workers answer %s', async (path) => {
  expect(await answer(path)).toBe(`Worker: ${path}`)
})

test('the Workers answer every POST', async () => {
  expect(await answer('/app/routes.ts', 'POST')).toBe('Worker: /app/routes.ts')
})

test('Vite serves the files that a page imports', async () => {
  expect(await answer('/app/routes.ts')).toContain('accountRoutes')
  expect(await answer('/@vite/client')).toContain('HMRContext')
  expect(await answer('/favicon.svg')).toContain('<svg')
})
