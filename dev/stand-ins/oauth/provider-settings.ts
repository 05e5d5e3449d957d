import type { Reason } from './oauth-error.ts'
import type { Grant, OAuthContext } from './oauth-state.ts'

/** A demo account at a provider. `claims`: what OpenID says of it, by scope. */
export type ProviderAccount = { id: string; name: string; claims?: Record<string, Record<string, unknown>> }

/** An app at a provider. Those that registered themselves have an address and scopes of their own. */
export type Client = {
  client_id: string
  client_secret: string
  name?: string
  redirect_uri?: string
  scopes?: string[]
  /** Instead of those of its provider. */
  tokens?: TokenSettings
}

/** How a provider gives tokens. */
export type TokenSettings = {
  /** What its secrets begin with. */
  prefixes?: { code?: string; access?: string; refresh?: string }
  /** How long an access token works: an hour if left out, for good if null. */
  access_seconds?: number | null
  /**
   * Refresh tokens work once (`rotating`), always (`fixed`), or until the access token that came with the next one was
   * used (`until_used`).
   */
  refresh?: 'rotating' | 'fixed' | 'until_used' | 'none'
  /** Gives a refresh token only to a request with these parameters. */
  refresh_when?: Record<string, string>
  /** A new access token ends the one before. */
  replaces_access?: true
  /** What it answers besides, or otherwise; undefined leaves a value out. */
  answer?: (grant: Grant, now: number) => Record<string, unknown>
}

type Paths = {
  authorize: string
  token: string
  revoke?: string
  /** Ends all grants of a client, as GitHub does; with `:client_id`. */
  grant?: string
  /** Where anyone gets a client, as at Mastodon. */
  register?: string
  userinfo?: string
  jwks?: string
  /** Its metadata (RFC 8414 or OpenID Connect Discovery). */
  metadata?: string
}

/** How one service signs in. What is left out is as RFC 6749, RFC 7009 and RFC 9700 have it. */
export type SignInSettings = {
  module_name: string
  name: string
  brand_color: string
  /** What each scope lets the app do, after "It may". */
  scopes: Record<string, string>
  /** The first one is preselected on the consent page. */
  accounts: readonly ProviderAccount[]
  /** Below the provider's address. */
  paths: Paths
  /** The clients that it has from the beginning. */
  clients: readonly Client[]
  tokens?: TokenSettings

  /** The labels of the consent page's buttons. */
  buttons?: readonly [allow: string, deny: string]
  /** How it describes that the user said no. */
  denied?: string
  /** The only path to which it sends people back. */
  redirect_path?: string
  /** The parameters of its consent page; any other is refused. */
  parameters?: readonly string[]
  /** The parameters that a request needs besides, with their value; null for any. */
  required?: Record<string, string | null>
  /** The scopes of a request that names none; otherwise all. */
  usual_scopes?: readonly string[]
  pkce?: 'required' | 'optional' | 'ignored'
  /** Says who it is when it sends people back (RFC 9207). */
  names_issuer?: true
  /** Shows what is wrong with a request on its own page, instead of sending people back with it. */
  keeps_errors?: true
  /** The status of its page for requests that it does not trust; 400 if left out. */
  untrusted_status?: number

  /** What its token endpoint takes: a form, JSON, or any. */
  body?: 'form' | 'json' | 'any'
  /** Answers with a form, except to who asks for JSON. */
  answers_form?: true
  client_auth?: 'basic' | 'form' | 'either'
  /** Refuses any parameter that a token request does not need. */
  is_exact?: true
  /** What requests may leave out, where the standard wants it. */
  optional?: readonly ('response_type' | 'grant_type' | 'redirect_uri')[]
  /** How long a code works; 60 if left out. */
  code_seconds?: number
  /** `ends`: the token alone, unless it is a refresh token, or its whole grant. `unknown`: how other tokens are refused. */
  revocation?: { ends: 'token' | 'grant'; by: 'client' | 'anyone'; unknown: Reason | null; answer: object | null }
  /** Errors that have another name or status here. */
  errors?: Partial<Record<Reason, { status?: number; error: string; error_description?: string; error_uri?: string }>>
  /** Its API's answer to a status, for endpoints that are part of it. */
  refuse?: (status: number) => Response
}

/** A service's sign-in at its address, which has no slash at its end. */
export type Provider = { ctx: OAuthContext; address: string; settings: SignInSettings }
