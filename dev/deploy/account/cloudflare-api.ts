import { setTimeout as sleep } from 'node:timers/promises'
import { runWrangler } from '../../processes/run-wrangler.ts'

/** The permissions of a token for deploying, in the words of Cloudflare's dashboard, by the calls that need them. */
const PERMISSIONS = {
  '': 'Account Settings: Read',
  d1: 'D1: Edit',
  storage: 'Workers KV Storage: Edit',
  queues: 'Queues: Edit',
  workers: 'Workers Scripts: Edit',
  pages: 'Cloudflare Pages: Edit',
}
const TOKEN_HINT = `Make a token at https://dash.cloudflare.com/profile/api-tokens with these permissions, and set CLOUDFLARE_API_TOKEN, or run \`npx wrangler login\`:\n${Object.values(
  PERMISSIONS,
)
  .map((each) => `  ${each}`)
  .join('\n')}`
const TRIES = 4

type Environment = Record<string, string | undefined>
type Answer = {
  result: unknown
  result_info?: { per_page?: number }
  errors?: { code: number; message: string }[]
}

/** A refusal of Cloudflare's, with its own codes. */
export class CloudflareError extends Error {
  readonly codes: readonly number[]

  constructor(errors: readonly { code: number; message: string }[], hint = '') {
    super(`${hint}${errors.map(({ code, message }) => `${message} (${code})`).join('; ')}`)
    this.codes = errors.map(({ code }) => code)
  }
}

/** An account, and the calls of Cloudflare's API for which wrangler has no command. */
export class CloudflareAccount {
  readonly account_id: string
  readonly #base: string
  readonly #token: string

  constructor(base: string, token: string, account_id: string) {
    this.#base = base
    this.#token = token
    this.account_id = account_id
  }

  /** For wrangler. */
  get environment() {
    return {
      CLOUDFLARE_API_BASE_URL: this.#base,
      CLOUDFLARE_API_TOKEN: this.#token,
      CLOUDFLARE_ACCOUNT_ID: this.account_id,
    }
  }

  async get<Result>(path: string): Promise<Result> {
    return (await this.#call('GET', path)).result as Result
  }

  async post<Result>(path: string, body: object = {}): Promise<Result> {
    return (await this.#call('POST', path, body)).result as Result
  }

  /** All pages of a list. */
  async list<Item>(path: string): Promise<Item[]> {
    const items: Item[] = []
    for (let page = 1; ; page += 1) {
      const { result, result_info } = await this.#call('GET', `${path}?page=${page}`)
      const found = result as Item[]
      items.push(...found)
      if (found.length === 0 || found.length < (result_info?.per_page ?? Infinity)) return items
    }
  }

  /** The zones of this name. A token that may not read zones sees none. */
  zones(name: string): Promise<{ id: string }[]> {
    return this.#optional(`zones?name=${encodeURIComponent(name)}`)
  }

  /** The routes of a zone's Workers, as far as the token may read them. */
  routes<Route>(zone_id: string): Promise<Route[]> {
    return this.#optional(`zones/${zone_id}/workers/routes`)
  }

  async #optional<Item>(path: string): Promise<Item[]> {
    try {
      return (await call(`${this.#base}/${path}`, this.#token, '', 'GET')).result as Item[]
    } catch (error) {
      if (error instanceof CloudflareError) return []
      throw error
    }
  }

  #call(method: string, path: string, body?: object): Promise<Answer> {
    return call(`${this.#base}/accounts/${this.account_id}/${path}`, this.#token, permissionFor(path), method, body)
  }
}

/** Opens the account that the token is for. `wanted`: an id that the operator has chosen. Throws what to set. */
export async function openAccount(env: Environment, wanted?: string): Promise<CloudflareAccount> {
  const token = await cloudflareToken(env)
  if (!token) throw new Error(`There is no access to Cloudflare. ${TOKEN_HINT}`)
  const base = env['CLOUDFLARE_API_BASE_URL'] || 'https://api.cloudflare.com/client/v4'
  const known = env['CLOUDFLARE_ACCOUNT_ID'] || wanted
  if (known) return new CloudflareAccount(base, token, known)
  const { result } = await call(`${base}/accounts`, token, PERMISSIONS[''], 'GET')
  const accounts = result as { id: string; name: string }[]
  const [only, ...others] = accounts
  if (only && others.length === 0) return new CloudflareAccount(base, token, only.id)
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new Error(
    only
      ? `The token is for several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of:\n${list}`
      : `The token is for no account. ${TOKEN_HINT}`,
  )
}

/** CLOUDFLARE_API_TOKEN, or the token of `wrangler login`; undefined where there is neither. */
async function cloudflareToken(env: Environment): Promise<string | undefined> {
  if (env['CLOUDFLARE_API_TOKEN']) return env['CLOUDFLARE_API_TOKEN']
  try {
    const answer: { token?: string } = JSON.parse(await runWrangler(['auth', 'token', '--json'], env))
    return answer.token
  } catch {
    return undefined
  }
}

function permissionFor(path: string): string {
  const [of = ''] = path.split(/[/?]/)
  return of in PERMISSIONS ? PERMISSIONS[of as keyof typeof PERMISSIONS] : PERMISSIONS['']
}

/** Cloudflare's codes for a token that it does not know, or that is none. */
const INVALID = [1000, 6003, 9109]

type Refused = { status: number; errors: readonly { code: number }[] }

/** Cloudflare refuses a token that it does not know as one that may not, so it is asked about the token itself. */
async function whyRefused(url: string, token: string, permission: string, refused: Refused): Promise<string> {
  const { status, errors } = refused
  const isInvalid = errors.some(({ code }) => INVALID.includes(code))
  if (!isInvalid && status !== 401 && status !== 403) return ''
  if (isInvalid || !(await isActive(url, token)))
    return `Cloudflare does not know this token: it is invalid, expired or revoked. ${TOKEN_HINT}\nCloudflare says: `
  return `Cloudflare refused this token. It needs "${permission}". ${TOKEN_HINT}\nCloudflare says: `
}

/** A token is a user's or an account's, and each is asked about at another address. */
async function isActive(url: string, token: string): Promise<boolean> {
  const [, base = '', account] = /^(.*?\/client\/v4)(\/accounts\/[^/?]+)?/.exec(url) ?? []
  for (const of of account === undefined ? ['/user'] : ['/user', account]) {
    const response = await fetch(`${base}${of}/tokens/verify`, { headers: { authorization: `Bearer ${token}` } })
    const { result } = (await response.json().catch(() => ({}))) as { result?: { status?: string } | null }
    if (response.ok && result?.status === 'active') return true
  }
  return false
}

/** Calls again while a failure may pass. Throws Cloudflare's refusal, with the permission that it asks for. */
async function call(url: string, token: string, permission: string, method: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let tried = 1; ; tried += 1) {
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }).catch(
      (error: Error) => error,
    )
    const mayPass = response instanceof Error || response.status === 429 || response.status >= 500
    if (mayPass && tried < TRIES) {
      const wait = response instanceof Error ? null : response.headers.get('retry-after')
      await sleep(wait === null ? 500 * 2 ** tried : Number(wait) * 1000)
      continue
    }
    if (response instanceof Error) throw response
    const answer = (await response.json().catch(() => ({}))) as Answer
    if (response.ok) return answer
    const errors = answer.errors ?? [{ code: response.status, message: `${method} ${url}` }]
    throw new CloudflareError(errors, await whyRefused(url, token, permission, { status: response.status, errors }))
  }
}
