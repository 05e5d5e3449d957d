import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { kCurrentWorker } from 'miniflare'
import { defaultExclude, defineConfig } from 'vitest/config'
import { wasmInNode } from './dev/filter-engine/wasm-in-node.ts'
import { writeFilterEngine } from './dev/filter-engine/write-filter-engine.ts'
import { durableObjectsOf } from './dev/start/local-site/miniflare-options.ts'
import { LOCAL_SETTINGS } from './dev/settings/local-settings.ts'
import { LONG_RUNS } from './dev/test/vitest/long-runs.ts'
import { ShuffledFiles } from './dev/test/vitest/shuffled-files.ts'
import { clientManifest } from './web/client-manifest.ts'
import { socialImages } from './web/social-images.ts'

/** Enough of a client build for the edge renderer to name files. */
const TEST_MANIFEST = JSON.stringify({
  'app/entry-client.tsx': { file: 'assets/entry-client.js', imports: ['_early-press.js'] },
  '_early-press.js': { file: 'assets/early-press.js', name: 'early-press' },
  'applets/connection-page/viewer-parts.tsx': { file: 'assets/viewer-parts.js' },
})
/** What only workerd has: Durable Objects, rows counted as D1 bills them, its own `node:` modules. */
const OF_WORKERD = 'worker/**/*.workerd.test.ts'
/** A service's steps at its double, which is of `dev` and a server of Node. */
const AT_DOUBLES = 'worker/services/**/*.double.test.ts'
/** The simulated Runner keeps its rows in Node's SQLite. */
const SIMULATED = 'worker/engine/runner/testing/**'
/** What both databases have in common, so that one cannot drift from the other. */
const FACTS = 'worker/db/d1-facts.test.ts'
/** `npm test` prints what needed a second try. */
const SECOND_TRY = { retry: 1 }
const PLAIN_NODE = {
  ...SECOND_TRY,
  environment: 'node',
  setupFiles: ['./dev/test/vitest/seed-properties.ts', './dev/test/vitest/settle-imports.ts'],
}

// Processes that tests start, such as wrangler, take what one before has compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'out/compile-cache')

// The first Worker that is tested imports it.
writeFilterEngine()

export default defineConfig({
  test: {
    silent: 'passed-only',
    maxWorkers: availableParallelism(),
    // One process for each core runs file after file: they share modules, and in workerd the D1 that each test empties.
    isolate: false,
    // A property or a migration may be slow on a busy machine; what hangs is still found.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    tags: [{ name: 'long', description: 'left out by `npm run test:quick`, and whole in `npm run test:long`' }],
    sequence: { sequencer: ShuffledFiles },
    // Those with the longest files first, so that both cores end at about the same time.
    projects: [
      {
        plugins: [
          cloudflareTest(async () => ({
            main: './worker/testing/both-workers.ts',
            additionalExports: {
              FilterCompiler: 'WorkerEntrypoint',
              ServiceChecker: 'WorkerEntrypoint',
              RunnerHealth: 'WorkerEntrypoint',
            },
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // Tests look into the Runners, so they run beside them, in one isolate.
              durableObjects: durableObjectsOf([
                { name: 'RUNNER', class_name: 'Runner' },
                { name: 'HOST', class_name: 'Host' },
                { name: 'SOURCE', class_name: 'Source' },
              ]),
              serviceBindings: {
                FILTER_COMPILER: { name: kCurrentWorker, entrypoint: 'FilterCompiler' },
                SERVICE_CHECKER: { name: kCurrentWorker, entrypoint: 'ServiceChecker' },
                RUNNER_HEALTH: { name: kCurrentWorker, entrypoint: 'RunnerHealth' },
              },
              bindings: {
                ...LOCAL_SETTINGS,
                ...LONG_RUNS,
                SITE_ORIGIN: 'http://localhost:8788',
                SCRYPT_N: '2',
                MIGRATIONS: await readD1Migrations('migrations'),
                SEARCH_MIGRATIONS: await readD1Migrations('migrations-search'),
              },
            },
          })),
        ],
        test: {
          ...SECOND_TRY,
          name: 'workerd',
          include: process.env.LONG_RUNS ? ['worker/**/*.test.ts'] : [OF_WORKERD, FACTS],
          exclude: [...defaultExclude, SIMULATED, AT_DOUBLES],
          setupFiles: ['./worker/testing/seed-properties.ts', './worker/testing/apply-migrations.ts'],
        },
      },
      // Those that need the built product have configurations of their own.
      {
        plugins: [wasmInNode()],
        test: {
          ...PLAIN_NODE,
          name: 'dev',
          include: ['dev/**/*.test.ts', 'packages/**/*.test.ts', AT_DOUBLES],
          exclude: [...defaultExclude, 'dev/test/engine-faults/**'],
        },
      },
      // The Worker's verbs, with D1 as SQLite in the same process: a file starts at once, and in workerd after 19 s of CPU.
      {
        plugins: [wasmInNode()],
        resolve: {
          alias: { 'cloudflare:test': new URL('./dev/test/d1-in-node/cloudflare-test.ts', import.meta.url).pathname },
        },
        test: {
          ...PLAIN_NODE,
          name: 'worker',
          include: ['worker/**/*.test.ts'],
          exclude: [...defaultExclude, OF_WORKERD, AT_DOUBLES],
        },
      },
      {
        plugins: [clientManifest(() => TEST_MANIFEST), socialImages()],
        test: { ...PLAIN_NODE, name: 'web', include: ['web/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
