import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { LOCAL_SETTINGS } from './dev/settings/local-settings.ts'
import { clientManifest } from './web/client-manifest.ts'

/** Enough of a client build for the edge renderer to name files. */
const TEST_MANIFEST = JSON.stringify({
  'app/entry-client.tsx': { file: 'assets/entry-client.js' },
  'applets/connection-page/viewer-parts.tsx': { file: 'assets/viewer-parts.js' },
})

export default defineConfig({
  test: {
    silent: 'passed-only',
    projects: [
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                ...LOCAL_SETTINGS,
                SITE_ORIGIN: 'http://localhost:8788',
                MIGRATIONS: await readD1Migrations('migrations'),
              },
            },
          })),
        ],
        test: { name: 'worker', include: ['worker/**/*.test.ts'], setupFiles: ['worker/testing/apply-migrations.ts'] },
      },
      {
        plugins: [clientManifest(() => TEST_MANIFEST)],
        test: { name: 'web', environment: 'node', include: ['web/**/*.test.{ts,tsx}'] },
      },
      {
        resolve: {
          alias: { 'cloudflare:test': new URL('./dev/d1-in-node/cloudflare-test.ts', import.meta.url).pathname },
        },
        test: { name: 'histories', environment: 'node', include: ['worker/billing/histories/histories.test.ts'] },
      },
      { test: { name: 'dev', environment: 'node', include: ['dev/**/*.test.ts'] } },
    ],
  },
})
