import { challengeOf } from './exchange-tokens.ts'
import type { Client, SignInSettings } from './provider-settings.ts'

type Values = Record<string, string>
type Tokens = { access_token: string; refresh_token: string; expires_in?: number; id_token?: string }

const VERIFIER = 'a-verifier-of-the-right-length-for-pkce-0123456789'

/** A browser and our Worker at a provider, which do what its settings say: for tests, and for the demo accounts' grants. */
export class AtProvider {
  readonly client: Client
  readonly redirectUri: string
  readonly #address: string
  readonly #settings: SignInSettings

  constructor(address: string, settings: SignInSettings, client = settings.clients[0]) {
    if (!client) throw new Error(`${settings.name} has no client.`)
    this.client = client
    const { redirect_path = `/api/connections/callback/${settings.module_name}` } = settings
    this.redirectUri = client.redirect_uri ?? `http://localhost:8788${redirect_path}`
    this.#address = address
    this.#settings = settings
  }

  /** The same with a client that it gives anyone. Throws where it gives none. */
  static async registered(address: string, settings: SignInSettings): Promise<AtProvider> {
    const { paths, scopes, module_name } = settings
    const redirect_uri = `http://localhost:8788/api/connections/callback/${module_name}`
    const form = { client_name: 'Switchyard', redirect_uris: redirect_uri, scopes: Object.keys(scopes).join(' ') }
    const answer = await fetch(`${address}${paths.register}`, { method: 'POST', body: new URLSearchParams(form) })
    if (!answer.ok) throw new Error(await answer.text())
    const { client_id, client_secret }: Client = await answer.json()
    return new AtProvider(address, settings, { client_id, client_secret, redirect_uri })
  }

  /** The address of its consent page. */
  async page(change: Values = {}): Promise<URL> {
    const { parameters, paths, pkce, required = {}, scopes, tokens = {} } = this.#settings
    const { client_id, scopes: own = Object.keys(scopes) } = this.client
    const url = new URL(this.#address + paths.authorize)
    const proof = { code_challenge: await challengeOf(VERIFIER), code_challenge_method: 'S256' }
    const values: Record<string, string | null> = {
      ...required,
      ...tokens.refresh_when,
      ...(pkce !== 'ignored' && proof),
      ...((parameters?.includes('scope') ?? true) && { scope: own.join(' ') }),
      response_type: 'code',
      client_id,
      redirect_uri: this.redirectUri,
      state: 'the-state',
      ...change,
    }
    for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value)
    return url
  }

  /** Presses a button of the consent page. */
  async decide(form: Values = { decision: 'allow' }, change: Values = {}): Promise<Response> {
    return fetch(await this.page(change), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  }

  /** The parameters with which it sends the browser back. */
  async sentBack(form?: Values, change?: Values): Promise<URLSearchParams> {
    const answer = await this.decide(form, change)
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${answer.status} ${await answer.text()}`)
    return new URL(location).searchParams
  }

  async code(account?: string, change?: Values): Promise<string> {
    const form = { decision: 'allow', ...(account !== undefined && { account }) }
    return (await this.sentBack(form, change)).get('code') ?? ''
  }

  /** Sends the parameters, and the client, as the endpoint takes them. */
  post(path = '', values: Values, client: Client = this.client): Promise<Response> {
    const { body, client_auth } = this.#settings
    const { client_id, client_secret } = client
    const isBasic = client_auth === 'basic'
    const sent = isBasic ? values : { ...values, client_id, client_secret }
    const headers = {
      accept: 'application/json',
      ...(isBasic && { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }),
      ...(body === 'json' && { 'content-type': 'application/json' }),
    }
    return fetch(this.#address + path, {
      method: 'POST',
      headers,
      body: body === 'json' ? JSON.stringify(sent) : new URLSearchParams(sent),
    })
  }

  exchange(code: string, change: Values = {}, client?: Client): Promise<Response> {
    const { pkce, paths } = this.#settings
    const proof = pkce !== 'ignored' && { code_verifier: VERIFIER }
    const grant = { grant_type: 'authorization_code', code, redirect_uri: this.redirectUri, ...proof, ...change }
    return this.post(paths.token, grant, client)
  }

  askToRefresh(refresh_token: string, more: Values = {}): Promise<Response> {
    return this.post(this.#settings.paths.token, { grant_type: 'refresh_token', refresh_token, ...more })
  }

  async signIn(account?: string, change?: Values): Promise<Tokens> {
    return tokensOf(await this.exchange(await this.code(account, change)))
  }

  async refresh(refresh_token: string): Promise<Tokens> {
    return tokensOf(await this.askToRefresh(refresh_token))
  }
}

async function tokensOf(answer: Response): Promise<Tokens> {
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Tokens
}
