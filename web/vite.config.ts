import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { cloudflare } from '@cloudflare/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { LOCAL_SETTINGS } from '../dev/settings/local-settings.ts'
import { pageVars } from '../dev/settings/page-vars.ts'
import { productAddresses } from '../dev/local-site/product-addresses.ts'
import { CLOCK_PORT, OUTBOX_PORT, PORT } from '../dev/settings/ports.ts'
import { STATE_DIR } from '../dev/settings/state-dir.ts'
import { clientManifest } from './client-manifest.ts'
import { socialImages } from './social-images.ts'

const root = import.meta.dirname
/** Records presses from before hydration: a file of its own, loaded first (web/edge/assets.ts finds it by its name). */
const EARLY_PRESS = /\/early-press\.ts$/

const PAGES = globSync('**/*-page.tsx', { cwd: root, exclude: ['dist', 'node_modules'] })

/** The frame around every page goes into one file, however many pages share parts of it. */
const FRAME =
  /\/web\/(?:layout\/(?:layout|site-)|site\/(?:page-title|sign-out)|ui\/(?:flash\/flash|logo)|ui\/service\/service-icon|browser\/(?:storage\/(?:storage|saved-page-state)|navigation\/bfcache))/

/** Cards of Applets and services: pages that show one kind mostly show the other too. */
const CARDS =
  /\/web\/(?:site\/(?:popular-shelves|applet-grid|service-grid)|ui\/(?:card|service\/(?:brand|service-card)))/

const workerVars: Record<string, string> = { ...LOCAL_SETTINGS, ...JSON.parse(process.env.SWITCHYARD_VARS ?? '{}') }

export default defineConfig(({ command }) => ({
  root,
  appType: 'custom',
  server: { port: PORT, strictPort: true },
  plugins: [
    productAddresses(),
    react(),
    clientManifest(() => (command === 'build' ? readFileSync(`${root}/dist/.vite/manifest.json`, 'utf8') : null)),
    socialImages(),
    command === 'serve' && localWorkers(),
  ],
  optimizeDeps: { include: ['react', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime'] },
  environments: {
    client: {
      build: {
        outDir: 'dist',
        manifest: true,
        // The server's head names what to preload, so Vite's own preloading is off.
        modulePreload: false,
        rolldownOptions: {
          input: ['app/entry-client.tsx', 'styles/index.css', ...PAGES],
          // Pages are imported by file name, so their exports must stay.
          preserveEntrySignatures: 'strict',
          // Code shared by half of the pages is one file: many small ones compress worse and cost a request each.
          output: {
            codeSplitting: {
              groups: [
                { name: 'early-press', test: EARLY_PRESS, priority: 1 },
                { name: 'site', minShareCount: Math.ceil(PAGES.length / 2) },
                { name: 'frame', test: FRAME },
                { name: 'cards', test: CARDS },
              ],
            },
          },
        },
      },
    },
    ...(command === 'build' && { ssr: edgeBuild() }),
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'ssr']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
      // Kept for the budget check, outside dist so that it is not served.
      mkdirSync(`${root}/../out`, { recursive: true })
      renameSync(`${root}/dist/.vite/manifest.json`, `${root}/../out/client-manifest.json`)
      rmSync(`${root}/dist/.vite`, { recursive: true })
    },
  },
}))

/** One file, dist/_worker.js: what Pages runs. */
function edgeBuild() {
  return {
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { noExternal: true as const, conditions: ['workerd', 'worker', 'browser', 'module', 'production'] },
    build: {
      ssr: true,
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      rolldownOptions: {
        input: 'app/entry-edge.tsx',
        output: { entryFileNames: '_worker.js', codeSplitting: false },
      },
    },
  }
}

/** The id in wrangler.toml, which is also that of the local database. */
const LOCAL_D1 = '00000000-0000-0000-0000-000000000000'

/** Development: both Workers run in workerd inside Vite, with one D1 and KV; mail goes to the outbox. */
function localWorkers() {
  return cloudflare({
    viteEnvironment: { name: 'ssr' },
    inspectorPort: false,
    persistState: { path: STATE_DIR },
    // Bindings, compatibility date and flags come from web/wrangler.toml.
    config: { main: './app/entry-edge.tsx', vars: pageVars(workerVars) },
    auxiliaryWorkers: [
      {
        configPath: '../wrangler.toml',
        devOnly: true,
        config: {
          vars: { ...workerVars, SITE_ORIGIN: `http://localhost:${PORT}` },
          services: [
            { binding: 'EMAIL', service: 'outbox', entrypoint: 'Outbox' },
            { binding: 'CLOCK', service: 'clock', entrypoint: 'Clock' },
          ],
        },
      },
      {
        devOnly: true,
        config: {
          name: 'outbox',
          main: '../dev/outbox/email-binding.ts',
          compatibility_date: '2026-08-01',
          vars: { OUTBOX_URL: process.env.OUTBOX_URL ?? `http://localhost:${OUTBOX_PORT}` },
        },
      },
      {
        devOnly: true,
        config: {
          name: 'clock',
          main: '../dev/clock/clock-binding.ts',
          compatibility_date: '2026-08-01',
          d1_databases: [{ binding: 'DB', database_id: LOCAL_D1 }],
          durable_objects: { bindings: [{ name: 'RUNNER', class_name: 'Runner', script_name: 'switchyard-api' }] },
          vars: { CLOCK_URL: process.env.CLOCK_URL ?? `http://localhost:${CLOCK_PORT}` },
        },
      },
    ],
  })
}
