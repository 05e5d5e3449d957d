import { createHash, randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import type { AccountState, Deployment, StoredScript, StoredVersion } from './account-state.ts'
import { answer, found, Refusal } from './api-envelope.ts'
import { readUpload } from './read-upload.ts'

/** Workers: uploads, versions, deployments, secrets, schedules. */
export function workerRoutes(account: AccountState) {
  const script = (c: Context): StoredScript =>
    found(account.scripts.get(c.req.param('script') ?? ''), 10007, 'This Worker does not exist on your account.')

  const store = async (c: Context, name: string): Promise<{ to: StoredScript; version: StoredVersion }> => {
    const to = account.scripts.get(name) ?? newScript(name)
    const version = await readUpload(await c.req.formData(), to, account)
    account.scripts.set(name, to)
    to.versions.unshift(version)
    account.made.push(`version ${name}`)
    return { to, version }
  }

  return new Hono()
    .get('/services/:script', (c) => answer(c, asService(script(c))))
    .get('/workers/:script', (c) => answer(c, asWorker(script(c))))
    .get('/domains', (c) => answer(c, account.domains))
    .get('/scripts', (c) => answer(c, [...account.scripts.values()].map(asListed)))
    .put('/scripts/:script', async (c) => {
      const { to, version } = await store(c, c.req.param('script'))
      deploy(to, version.id, version.annotations)
      account.made.push(`deployment ${to.name}`)
      return answer(c, {
        id: to.name,
        tag: tagOf(to),
        etag: etagOf(version),
        deployment_id: version.id.replaceAll('-', ''),
        startup_time_ms: 20,
        created_on: to.created_on,
        modified_on: version.created_on,
      })
    })
    .get('/scripts/:script/versions', (c) => {
      const items = script(c).versions.map(({ id, number, created_on, annotations }) => ({
        id,
        number,
        metadata: { created_on, source: 'wrangler' },
        annotations,
      }))
      return answer(c, { items })
    })
    .post('/scripts/:script/versions', async (c) => {
      const name = script(c).name
      const { version } = await store(c, name)
      return answer(c, asVersion(version))
    })
    .get('/scripts/:script/versions/:version', (c) =>
      answer(
        c,
        asVersion(
          found(
            script(c).versions.find(({ id }) => id === c.req.param('version')),
            100146,
            'Version not found',
          ),
        ),
      ),
    )
    .get('/scripts/:script/deployments', (c) => answer(c, { deployments: script(c).deployments }))
    .post('/scripts/:script/deployments', async (c) => {
      const to = script(c)
      const { versions, annotations } = await c.req.json<Pick<Deployment, 'versions' | 'annotations'>>()
      const [first] = versions
      if (!first || !to.versions.some(({ id }) => id === first.version_id))
        throw new Refusal(400, 100146, 'The version of this deployment does not exist')
      account.made.push(`deployment ${to.name}`)
      return answer(c, deploy(to, first.version_id, annotations ?? {}))
    })
    .get('/scripts/:script/secrets', (c) => {
      return answer(
        c,
        [...script(c).secrets.keys()].map((name) => ({ name, type: 'secret_text' })),
      )
    })
    .put('/scripts/:script/secrets', async (c) => {
      const to = script(c)
      const { name, text } = await c.req.json<{ name: string; text: string }>()
      account.made.push(`${to.secrets.has(name) ? 'replaced secret' : 'secret'} ${to.name} ${name}`)
      to.secrets.set(name, text)
      deployCopy(to)
      return answer(c, { name, type: 'secret_text' })
    })
    .get('/scripts/:script/schedules', (c) => answer(c, { schedules: script(c).schedules.map((cron) => ({ cron })) }))
    .put('/scripts/:script/schedules', async (c) => {
      const to = script(c)
      to.schedules = (await c.req.json<{ cron: string }[]>()).map(({ cron }) => cron)
      return answer(c, { schedules: to.schedules.map((cron) => ({ cron })) })
    })
    .get('/scripts/:script/subdomain', (c) => answer(c, script(c).workersDev))
    .post('/scripts/:script/subdomain', async (c) => {
      const { enabled, previews_enabled = enabled } = await c.req.json<{
        enabled: boolean
        previews_enabled?: boolean
      }>()
      const to = script(c)
      to.workersDev = { enabled, previews_enabled }
      return answer(c, to.workersDev)
    })
    .get('/scripts/:script/settings', (c) =>
      answer(c, { bindings: script(c).versions[0]?.bindings ?? [], ...script(c).settings }),
    )
    .patch('/scripts/:script/script-settings', async (c) => {
      const to = script(c)
      Object.assign(to.settings, await c.req.json<Record<string, unknown>>())
      return answer(c, to.settings)
    })
}

function newScript(name: string): StoredScript {
  return {
    name,
    created_on: new Date().toISOString(),
    migration_tag: null,
    classes: new Map(),
    versions: [],
    deployments: [],
    secrets: new Map(),
    schedules: [],
    workersDev: { enabled: false, previews_enabled: false },
    settings: {},
  }
}

function deploy(to: StoredScript, version_id: string, annotations: object): Deployment {
  const deployment: Deployment = {
    id: randomUUID(),
    created_on: new Date().toISOString(),
    versions: [{ version_id, percentage: 100 }],
    annotations,
  }
  to.deployments.unshift(deployment)
  return deployment
}

/** A secret that is put makes a version of the same code, without the tag, and deploys it. */
function deployCopy(to: StoredScript): void {
  const [newest] = to.versions
  if (!newest) return
  const id = randomUUID()
  const annotations = { 'workers/triggered_by': 'secret' }
  to.versions.unshift({ ...newest, id, number: newest.number + 1, created_on: new Date().toISOString(), annotations })
  deploy(to, id, annotations)
}

function tagOf({ name }: StoredScript): string {
  return createHash('md5').update(name).digest('hex')
}

function etagOf({ modules }: StoredVersion): string {
  const hash = createHash('sha256')
  for (const content of modules.values()) hash.update(content)
  return hash.digest('hex')
}

function asListed({ name, created_on, migration_tag }: StoredScript) {
  return { id: name, created_on, ...(migration_tag !== null && { migration_tag }) }
}

function asService(script: StoredScript) {
  return {
    id: script.name,
    created_on: script.created_on,
    default_environment: {
      environment: 'production',
      script: {
        id: script.name,
        tag: tagOf(script),
        tags: script.settings['tags'] ?? [],
        last_deployed_from: 'wrangler',
        ...(script.migration_tag !== null && { migration_tag: script.migration_tag }),
      },
    },
  }
}

/** The same Worker in the newer API, which wrangler asks for its subdomain. */
function asWorker(script: StoredScript) {
  return {
    id: tagOf(script),
    name: script.name,
    created_on: script.created_on,
    subdomain: script.workersDev,
    tags: script.settings['tags'] ?? [],
  }
}

function asVersion(version: StoredVersion) {
  return {
    id: version.id,
    number: version.number,
    metadata: {
      created_on: version.created_on,
      modified_on: version.created_on,
      source: 'wrangler',
      author_email: 'operator@example.com',
    },
    annotations: version.annotations,
    startup_time_ms: 20,
    resources: {
      bindings: version.bindings,
      script: { etag: etagOf(version), handlers: ['fetch', 'queue', 'scheduled'], last_deployed_from: 'wrangler' },
      script_runtime: { compatibility_date: version.metadata['compatibility_date'], usage_model: 'standard' },
    },
  }
}
