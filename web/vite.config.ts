import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { cloudflare } from '@cloudflare/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, esmExternalRequirePlugin } from 'vite'
import { writeFilterEngine } from '../dev/filter-engine/write-filter-engine.ts'
import { READ_ALREADY } from '../dev/settings/dev-vars.ts'
import { LOCAL_SETTINGS } from '../dev/settings/local-settings.ts'
import { pageVars } from '../dev/settings/page-vars.ts'
import { productAddresses } from '../dev/start/local-site/product-addresses.ts'
import { CLOCK_SERVICE, workerConfigs } from '../dev/start/local-site/worker-configs.ts'
import { CLOCK_PORT, OUTBOX_PORT, PORT } from '../dev/settings/ports.ts'
import { STATE_DIR } from '../dev/settings/state-dir.ts'
import { cssLayers } from './css-layers.ts'
import { clientManifest } from './client-manifest.ts'
import { socialImages } from './social-images.ts'

const root = import.meta.dirname
/** Records presses from before hydration: a file of its own, loaded first (web/edge/assets.ts finds it by its name). */
const EARLY_PRESS = /\/early-press\.ts$/

const PAGES = globSync('**/*-page.tsx', { cwd: root, exclude: ['dist', 'node_modules'] })

/** React, and what frames and watches every page. */
const SITE = /\/node_modules\/(?:react|react-dom|scheduler)\/|\/web\/(?:site\/layout|browser\/new-version)\//

const workerVars: Record<string, string> = { ...LOCAL_SETTINGS, ...JSON.parse(process.env.SWITCHYARD_VARS ?? '{}') }

export default defineConfig(({ command }) => ({
  root,
  appType: 'custom',
  server: { port: PORT, strictPort: true },
  plugins: [
    productAddresses(),
    cssLayers(root),
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
        // Nesting and :dir() stay as they are: the menus, which are popovers, need no older browsers' CSS.
        cssTarget: ['chrome120', 'edge120', 'firefox125', 'safari17.2', 'ios17.2'],
        // The server's head names what to preload, so Vite's own preloading is off.
        modulePreload: false,
        rolldownOptions: {
          input: ['app/entry-client.tsx', ...PAGES],
          // Pages are imported by file name, so their exports must stay.
          preserveEntrySignatures: 'strict',
          output: {
            codeSplitting: {
              // A group also takes what its files import, except what an earlier one has taken.
              groups: [
                { name: 'early-press', test: EARLY_PRESS },
                { name: 'site', test: SITE },
                // Pages and parts: what many share is one file, because many small ones cost a request each.
                { name: 'shared', minShareCount: 10, test: /^(?!.*\/form\/)/ },
                // Of forms, which the pages that most people open first have none.
                { name: 'forms', minShareCount: 10 },
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
        // React's build for Node requires them, but a Worker can only import.
        plugins: [esmExternalRequirePlugin({ external: ['async_hooks', 'crypto', 'stream', 'util'] })],
      },
    },
  }
}

/** Development: both Workers run in workerd inside Vite, with one D1 and KV; mail goes to the outbox. */
function localWorkers() {
  writeFilterEngine()
  const { api, runner, outbox, clock } = workerConfigs({
    vars: workerVars,
    siteOrigin: `http://localhost:${PORT}`,
    outboxUrl: process.env.OUTBOX_URL ?? `http://localhost:${OUTBOX_PORT}`,
    clockUrl: process.env.CLOCK_URL ?? `http://localhost:${CLOCK_PORT}`,
  })
  const workers = [
    { ...api, main: '../worker/app/index.ts' },
    { ...runner, main: '../worker/app/runner/index.ts' },
    outbox,
    clock,
  ]
  return cloudflare({
    viteEnvironment: { name: 'ssr' },
    inspectorPort: false,
    persistState: { path: STATE_DIR },
    // Bindings, compatibility date and flags come from web/wrangler.toml.
    config: { main: './app/entry-edge.tsx', vars: pageVars(workerVars), services: [CLOCK_SERVICE] },
    auxiliaryWorkers: workers.map((config) => ({ devOnly: true, config: { ...READ_ALREADY, ...config } })),
  })
}
