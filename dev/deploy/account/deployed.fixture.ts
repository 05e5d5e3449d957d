import { ROOT } from '../../processes/run.ts'
import { deployedConfig, queuesOf } from '../config/deployed-config.ts'
import type { Deployed, DeployedWorker } from './read-deployed.ts'

const version = { id: 'version', hash: 'b'.repeat(20), runnerHash: 'b'.repeat(20) }

/** The product's config with ids, and an account to which it is deployed. */
export function deployedFixture() {
  const config = deployedConfig(ROOT, {
    names: {},
    vars: { SITE_ORIGIN: 'https://switchyard.pages.dev' },
    d1_databases: { DB: 'd1', SEARCH: 'd2' },
    kv_namespaces: { CACHE: 'k1' },
  })
  const worker: DeployedWorker = {
    secrets: new Set(['SECRET_KEY', 'TOKEN_KEYS', 'VAPID_KEYS']),
    active: version,
    hashes: [version.hash, 'a'.repeat(20)],
    crons: config.worker.triggers?.crons ?? [],
    resources: new Map([
      ['DB', 'd1'],
      ['CACHE', 'k1'],
    ]),
    hasAddress: false,
    migrationTag: null,
  }
  const deployed: Deployed = {
    databases: [],
    namespaces: [{ id: 'k1', name: 'switchyard-api-CACHE' }],
    queues: queuesOf(config.worker).map((name) => ({ name, consumers: [config.worker.name], isPaused: false })),
    worker,
    runner: { ...worker, migrationTag: config.runner.migrations?.at(-1)?.tag ?? null },
    pages: { subdomain: 'switchyard.pages.dev', domains: [], active: version },
  }
  return { config, deployed, worker, runner: { ...worker, migrationTag: 'v1' } }
}
