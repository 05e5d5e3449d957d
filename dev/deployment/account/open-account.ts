import { APIError, Cloudflare } from 'cloudflare'

export type CloudflareAccount = { client: Cloudflare; account_id: string; token: string }

/** What a token for deploying must be allowed to do, in the words of Cloudflare's dashboard. */
const PERMISSIONS = [
  'Account Settings: Read',
  'D1: Edit',
  'Workers KV Storage: Edit',
  'Queues: Edit',
  'Workers Scripts: Edit',
  'Cloudflare Pages: Edit',
]
const TOKEN_HINT = `Make a token at https://dash.cloudflare.com/profile/api-tokens with these permissions, and set CLOUDFLARE_API_TOKEN, or run \`npx wrangler login\`:\n${PERMISSIONS.map((each) => `  ${each}`).join('\n')}`

type Environment = Record<string, string | undefined>

/** Opens the account that the token is for. `wanted`: an id that the operator has chosen. Throws what to set. */
export async function openAccount(
  env: Environment,
  token: string | undefined,
  wanted?: string,
): Promise<CloudflareAccount> {
  if (!token) throw new Error(`There is no access to Cloudflare. ${TOKEN_HINT}`)
  const baseURL = env['CLOUDFLARE_API_BASE_URL']
  const client = new Cloudflare({ apiToken: token, maxRetries: 4, ...(baseURL && { baseURL }) })
  const known = env['CLOUDFLARE_ACCOUNT_ID'] || wanted
  if (known) return { client, account_id: known, token }
  const accounts = (await explained(client.accounts.list(), 'Account Settings: Read')).result ?? []
  const [only, ...others] = accounts
  if (only && others.length === 0) return { client, account_id: only.id, token }
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new Error(
    only
      ? `The token is for several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of:\n${list}`
      : `The token is for no account. ${TOKEN_HINT}`,
  )
}

/** Says which permission a refused call needs. */
export async function explained<Answer>(call: PromiseLike<Answer>, permission: string): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof APIError) || (error.status !== 401 && error.status !== 403)) throw error
    throw new Error(
      `Cloudflare refused this token. It needs "${permission}". ${TOKEN_HINT}\nCloudflare says: ${wordsOf(error)}`,
      { cause: error },
    )
  }
}

/** Whether Cloudflare refused with one of its own codes. */
export function hasCode(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof APIError && codesOf(error).some(({ code = 0 }) => codes.includes(code))
}

function codesOf({ errors }: APIError): readonly { code?: number; message?: string }[] {
  return errors ?? []
}

export function wordsOf(error: APIError): string {
  return (
    codesOf(error)
      .map(({ code, message }) => `${message} (${code})`)
      .join('; ') || error.message
  )
}
