import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import type { AccountState, StoredProject } from './account-state.ts'
import { answer, answerPage, found, Refusal } from './api-envelope.ts'

/** Pages projects, their domains and deployments. */
export function pagesRoutes(account: AccountState) {
  const project = (c: Context): StoredProject =>
    found(
      account.projects.get(c.req.param('project') ?? ''),
      8000007,
      'Project not found. The specified project name does not match any of your existing projects.',
    )
  return new Hono()
    .get('/', (c) => answerPage(c, [...account.projects.values()].map(asProject), 10))
    .post('/', async (c) => {
      const { name, production_branch } = await c.req.json<{ name: string; production_branch: string }>()
      if (account.projects.has(name))
        throw new Refusal(409, 8000002, 'A project with this name already exists. Choose a different project name.')
      const made: StoredProject = {
        id: randomUUID(),
        name,
        subdomain: `${name}.pages.dev`,
        production_branch,
        created_on: new Date().toISOString(),
        domains: [],
        rolledBackTo: null,
        deployments: [],
      }
      account.projects.set(name, made)
      account.made.push(`pages ${name}`)
      return answer(c, asProject(made))
    })
    .get('/:project', (c) => answer(c, asProject(project(c))))
    .get('/:project/upload-token', (c) => answer(c, { jwt: uploadToken(project(c).name) }))
    .get('/:project/domains', (c) => answer(c, project(c).domains))
    .post('/:project/domains', async (c) => {
      const to = project(c)
      const { name } = await c.req.json<{ name: string }>()
      if (!/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) throw new Refusal(400, 8000015, 'The domain is invalid.')
      if (to.domains.some((each) => each.name === name))
        throw new Refusal(409, 8000018, 'You have already added this custom domain.')
      const domain = { id: randomUUID(), name, status: 'pending' }
      to.domains.push(domain)
      account.made.push(`domain ${name}`)
      return answer(c, domain)
    })
    .post('/:project/deployments', async (c) => {
      const to = project(c)
      const form = await c.req.formData()
      const manifest: Record<string, string> = JSON.parse(text(form.get('manifest')))
      const missing = Object.entries(manifest).find(([, hash]) => !account.assets.has(hash))
      if (missing) throw new Refusal(400, 8000096, `The asset ${missing[0]} was not uploaded`)
      const bundle = form.get('_worker.bundle')
      const info = newDeployment(to, form)
      to.rolledBackTo = null
      to.deployments.unshift({ info, manifest, bundle: await partsOf(bundle) })
      account.made.push(`pages deployment ${to.name}`)
      return answer(c, info)
    })
    .post('/:project/deployments/:deployment/rollback', (c) => {
      const to = project(c)
      const { info } = deployment(to, c.req.param('deployment'))
      to.rolledBackTo = info.id
      account.made.push(`pages rollback ${to.name}`)
      return answer(c, info)
    })
    .get('/:project/deployments/:deployment', (c) => answer(c, deployment(project(c), c.req.param('deployment')).info))
}

function deployment({ deployments }: StoredProject, id: string) {
  const message = 'The deployment ID you have specified does not exist.'
  return found(
    deployments.find(({ info }) => info.id === id),
    8000009,
    message,
  )
}

/** The calls that upload assets; they have a token of their own, and no account in their path. */
export function assetRoutes(account: AccountState) {
  return new Hono()
    .post('/check-missing', async (c) => {
      const { hashes } = await c.req.json<{ hashes: string[] }>()
      return answer(
        c,
        hashes.filter((hash) => !account.assets.has(hash)),
      )
    })
    .post('/upload', async (c) => {
      const files = await c.req.json<{ key: string; value: string; metadata: { contentType: string } }[]>()
      for (const { key, value, metadata } of files)
        account.assets.set(key, { base64: value, contentType: metadata.contentType })
      return answer(c, { successful_key_count: files.length, unsuccessful_keys: [] })
    })
    .post('/upsert-hashes', (c) => answer(c, null))
}

function asProject(project: StoredProject) {
  const [latest] = project.deployments
  const canonical = project.deployments.find(({ info }) => info.id === project.rolledBackTo) ?? latest
  return {
    id: project.id,
    name: project.name,
    subdomain: project.subdomain,
    domains: [project.subdomain, ...project.domains.map(({ name }) => name)],
    production_branch: project.production_branch,
    created_on: project.created_on,
    canonical_deployment: canonical?.info ?? null,
    latest_deployment: latest?.info ?? null,
    deployment_configs: {},
  }
}

function newDeployment(to: StoredProject, form: FormData) {
  const id = randomUUID()
  const created_on = new Date().toISOString()
  const stage = { name: 'deploy', status: 'success', started_on: created_on, ended_on: created_on }
  const metadata = {
    branch: text(form.get('branch')) || to.production_branch,
    commit_hash: text(form.get('commit_hash')),
    commit_message: text(form.get('commit_message')),
    commit_dirty: text(form.get('commit_dirty')) === 'true',
  }
  return {
    id,
    short_id: id.slice(0, 8),
    project_id: to.id,
    project_name: to.name,
    environment: metadata.branch === to.production_branch ? 'production' : 'preview',
    url: `https://${id.slice(0, 8)}.${to.subdomain}`,
    aliases: null,
    created_on,
    modified_on: created_on,
    deployment_trigger: { type: 'ad_hoc', metadata },
    latest_stage: stage,
  }
}

/** A token as Pages gives: wrangler reads the limit of files and the end from it. */
function uploadToken(project: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { project, max_file_count_allowed: 20_000, exp: Math.floor(Date.now() / 1000) + 3600 }
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.stand-in`
}

async function partsOf(bundle: FormDataEntryValue | null): Promise<Map<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array>()
  if (bundle === null || typeof bundle === 'string') return parts
  // The bundle is itself a form, with its boundary in its first line.
  const body = new Uint8Array(await bundle.arrayBuffer())
  const boundary = new TextDecoder().decode(body.subarray(2, body.indexOf(13)))
  const form = await new Response(body, {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }).formData()
  for (const [name, part] of form)
    parts.set(
      name,
      typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(await part.arrayBuffer()),
    )
  return parts
}

function text(part: FormDataEntryValue | null): string {
  return typeof part === 'string' ? part : ''
}
