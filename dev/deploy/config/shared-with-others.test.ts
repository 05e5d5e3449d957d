import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import { readDeploymentFile } from './deployment-file.ts'
import { sharedWithOthers } from './shared-with-others.ts'

const PRODUCTION = {
  vars: { SITE_ORIGIN: 'https://applets.test' },
  d1_databases: { DB: 'd1' },
  kv_namespaces: { CACHE: 'k1' },
}

/** A folder with the files of both environments, and what staging would share at this address. */
function shared(staging: object, siteOrigin: string): string[] {
  const root = temporaryFolder()
  writeFileSync(join(root, 'deployment.json'), JSON.stringify(PRODUCTION))
  writeFileSync(join(root, 'deployment.staging.json'), JSON.stringify(staging))
  return sharedWithOthers(root, readDeploymentFile(root, 'staging'), siteOrigin)
}

test('environments with ids and addresses of their own share nothing', () => {
  expect(shared({ d1_databases: { DB: 'd2' } }, 'https://try.applets.test')).toEqual([])
})

test('a copied file of production is refused for staging', () => {
  expect(shared(PRODUCTION, 'https://applets.test')).toEqual([
    'SITE_ORIGIN: https://applets.test is the address of production.',
    'DB: d1 belongs to production. Delete this id from deployment.json.',
    'CACHE: k1 belongs to production. Delete this id from deployment.json.',
  ])
})
