import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { cloudflare } from '@cloudflare/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, esmExternalRequirePlugin } from 'vite'
import { READ_ALREADY } from '../dev/settings/dev-vars.ts'
import { LOCAL_SETTINGS } from '../dev/settings/local-settings.ts'
import { pageVars } from '../dev/settings/page-vars.ts'
import { runnerVars } from '../dev/settings/runner-vars.ts'
import { productAddresses } from '../dev/local-site/product-addresses.ts'
import { CLOCK_PORT, OUTBOX_PORT, PORT } from '../dev/settings/ports.ts'
import { STATE_DIR } from '../dev/settings/state-dir.ts'
import { cssLayers } from './css-layers.ts'
import { clientManifest } from './client-manifest.ts'
import { socialImages } from './social-images.ts'

const root = import.meta.dirname
/** Records presses from before hydration: a file of its own, loaded first (web/edge/assets.ts finds it by its name). */
const EARLY_PRESS = /\/early-press\.ts$/

const PAGES = globSync('**/*-page.tsx', { cwd: root, exclude: ['dist', 'node_modules'] })

/** The stylesheet of every page: what most pages show. The rest comes with the code that shows it. */
const SITE_STYLES =
  /\/web\/(?:styles\/(?:tokens|base|conditions)|layout\/.+|site\/(?:narrow-page|shelf)|ui\/(?:badge|button|flash|logo|menu|panel)\/.+|ui\/service\/(?:brand-fill|service-icon))\.css$/

/** The stylesheet of pages with fields. */
const FIELD_STYLES = /\/web\/(?:styles\/forms|ui\/(?:form\/(?:field|needs-script)|pace\/pace-fields))\.css$/

/** The stylesheet of what starts an Applet: addresses to copy, and its button. */
const STARTER_STYLES =
  /\/web\/(?:ui\/(?:copy-field\/copy-field|starter-box\/starter-box)|applets\/press\/press-form)\.css$/

/** Fields, the form around them, and what was typed early; forms of choices only do without (see FORMS). */
const FIELDS =
  /\/web\/(?:ui\/(?:form\/(?:field|needs-script|use-form)|state\/use-early-typing)|browser\/early-press\/early-typing)\.tsx?$/

/** Forms of people who are about to sign in, and of what they then change about how they do. */
const SIGN_IN =
  /\/web\/(?:accounts\/(?:form\/.+|sign-in\/sign-in-with\.(?:css|tsx)))|\/worker\/contract\/(?:accounts\/account-words|oidc\/oidc-sign-in)\.ts$/

/** What a plan allows, and the way to a higher one. */
const PLANS =
  /\/web\/upgrade\/upgrade-link\.tsx$|\/worker\/contract\/(?:tiers|billed-by|errors|billing\/store-billed|enablement\/enablement-rules|upgrade\/blocked-words)\.ts$/

/** The stylesheet of the form that pays, on its page and in the upgrade modal. */
const CHECKOUT_STYLES =
  /\/web\/billing\/(?:checkout\/(?:form\/checkout-form|order\/order-summary|location\/location-section)|stripe-js\/card-field)\.css$/

/** React, and what every page has of ours: one file, because many small ones compress worse and cost a request each. */
const SITE = [
  /\/node_modules\/(?:react|react-dom|scheduler)\/|vite\/preload-helper|\/web\/api\/api-calls/,
  /\/web\/(?:layout\/(?:layout|site-)|site\/(?:page-title|sign-out|site-context))/,
  /\/web\/ui\/(?:flash|glyph|button|panel|logo|menu|service\/service-icon|state\/external-store|part\/use-part).*\.tsx?$/,
  /\/web\/browser\/(?:storage|report|observe\/when-hidden|time\/timers|request\/(?:request-error|ask-for-proof)|document\/(?:body|trusted-types))/,
  /\/web\/browser\/navigation\/(?:bfcache|page-address|navigate)/,
  /\/worker\/contract\/(?:addresses|limits|flash|shared\/durations|messages\/reminder-setting)\./,
]

/** The stylesheet of what users see on the connection page of an Applet that they enabled. */
const VIEWER_STYLES =
  /\/web\/(?:applets\/(?:manage\/(?:management|rename-)|notifications|connection-page\/viewer-parts)|activity\/(?:health\/(?:health|run-settings)|activity-summary)|push\/push-here|feedback\/feedback).*\.css$/

/** Cards of Applets and services: pages that show one kind mostly show the other too. */
const CARDS =
  /\/web\/(?:site\/(?:popular-shelves|applet-grid|service-grid)|ui\/(?:card|service\/(?:brand|service-card)))/

/** What forms need, without the parts that have a stylesheet of their own. */
const FORMS =
  /\/web\/(?:ui\/(?:form\/(?:field|form-|use-form)|state\/use-in-browser|focus\/use-focus-when)|browser\/device\/clipboard).+\.tsx?$/

/** The rows of a draft, and what they share with its panels. */
const DRAFT_ROWS =
  /\/web\/(?:create\/(?:rows|fields\/step-(?:field-id|ingredients))|api\/draft-calls).*\.tsx?$|\/worker\/contract\/drafts\/wait-in-words\.ts$/

/** What few pages share, each too small for a file of its own. */
const SMALL = /\/worker\/contract\/(?:tiers|drafts\/draft-addresses)\.ts$|\/web\/.+\/(?:random-id|sign-in-again)\.ts$/

/** What opens as a dialog. */
const DIALOG = /\/web\/(?:ui\/dialog\/(?:native|page|use-)|browser\/document\/(?:trap-focus|focus))/

/** What asks for a dialog to open. */
const ASKS = /\/web\/(?:ui\/dialog\/(?:dialog|confirm-dialog)|browser\/observe\/when-button)/

/** What the connection page and its flow, which comes later, share with each other and with other pages. */
const CONNECTION = [
  /\/web\/applets\/connect\/flow\/connect-(?:state|at-rest)\./,
  /\/web\/(?:site\/(?:activation-return|lazy-part|(?:take-|use-)?address-error)|upgrade\/store\/upgrade-modal-request|browser\/(?:observe\/media|document\/window-event))/,
  /\/web\/api\/graphql-client|\/worker\/contract\/(?:connections\/service|applets\/applet|applet-taken-down|upgrade\/upgrade|graphql\/graphql-documents)\.ts/,
]

/** What users press and switch, and what is said of runs, on the connection page and in their lists. */
const CONTROLS = [
  /\/web\/(?:applets\/(?:words|manage\/(?:use-manage|manage-flow))|feedback\/feedback-flow|browser\/time\/poll)/,
  /\/web\/ui\/(?:switch|press|dates|state\/use-polled|part\/use-fold|focus\/use-focus-after).*\.tsx?$/,
  /\/web\/(?:ui\/run-state\/(?:count|run-state-words)|api\/run-calls)/,
  /\/worker\/contract\/(?:runs\/applet-run|shared\/zone-formats)\./,
]

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
                { name: 'styles', test: SITE_STYLES },
                { name: 'fields', test: FIELD_STYLES },
                { name: 'starter', test: STARTER_STYLES },
                { name: 'checkout', test: CHECKOUT_STYLES },
                { name: 'viewer', test: VIEWER_STYLES },
                { name: 'site', test: anyOf(SITE) },
                { name: 'forms', test: FORMS },
                { name: 'field', test: FIELDS },
                { name: 'sign-in', test: SIGN_IN },
                { name: 'cards', test: CARDS },
                { name: 'dialog', test: DIALOG },
                { name: 'asks', test: ASKS },
                { name: 'connection', test: anyOf(CONNECTION) },
                { name: 'press', test: anyOf(CONTROLS) },
                { name: 'small', test: SMALL },
                { name: 'plans', test: PLANS },
                { name: 'draft', test: DRAFT_ROWS },
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

/** The test of a group: whether a module's id matches one of these. */
function anyOf(patterns: readonly RegExp[]) {
  return (id: string) => patterns.some((pattern) => pattern.test(id))
}

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

const API_SERVICES = [
  { binding: 'FILTER_COMPILER', service: 'switchyard-runner', entrypoint: 'FilterCompiler' },
  { binding: 'RUNNER_HEALTH', service: 'switchyard-runner', entrypoint: 'RunnerHealth' },
  { binding: 'EMAIL', service: 'outbox', entrypoint: 'Outbox' },
]
const CLOCK_SERVICE = { binding: 'CLOCK', service: 'clock', entrypoint: 'Clock' }
const CLOCK_SERVICES = [CLOCK_SERVICE, { binding: 'QUEUE', service: 'clock', entrypoint: 'JobQueue' }]

/** Development: both Workers run in workerd inside Vite, with one D1 and KV; mail goes to the outbox. */
function localWorkers() {
  const { compatibility_date, compatibility_flags, d1_databases, kv_namespaces, durable_objects } = unstable_readConfig(
    {
      config: join(root, '../wrangler.toml'),
    },
  )
  return cloudflare({
    viteEnvironment: { name: 'ssr' },
    inspectorPort: false,
    persistState: { path: STATE_DIR },
    // Bindings, compatibility date and flags come from web/wrangler.toml.
    config: { main: './app/entry-edge.tsx', vars: pageVars(workerVars), services: [CLOCK_SERVICE] },
    auxiliaryWorkers: [
      {
        configPath: '../wrangler.toml',
        devOnly: true,
        config: (api) => {
          api.queues = { producers: [], consumers: [] }
          return {
            ...READ_ALREADY,
            vars: { ...workerVars, SITE_ORIGIN: `http://localhost:${PORT}` },
            services: [...API_SERVICES, ...CLOCK_SERVICES],
          }
        },
      },
      {
        configPath: '../wrangler.runner.toml',
        devOnly: true,
        config: (runner) => {
          runner.queues = { producers: [], consumers: [] }
          return {
            ...READ_ALREADY,
            vars: runnerVars({ ...workerVars, SITE_ORIGIN: `http://localhost:${PORT}` }),
            services: CLOCK_SERVICES,
          }
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
        // Does what cron triggers and the queue start, with all that the API Worker has.
        config: {
          name: 'clock',
          main: '../dev/clock/clock-binding.ts',
          compatibility_date,
          compatibility_flags,
          d1_databases,
          kv_namespaces,
          durable_objects,
          vars: {
            ...workerVars,
            SITE_ORIGIN: `http://localhost:${PORT}`,
            CLOCK_URL: process.env.CLOCK_URL ?? `http://localhost:${CLOCK_PORT}`,
          },
          services: API_SERVICES,
        },
      },
    ],
  })
}
