import { isSeveralValues, pastedText, readCredentials } from '../../engine/steps/account-io.ts'
import { SERVER, serversOf } from '../../services/format/connect-values.ts'
import { serviceFile } from '../../services/known-services.ts'
import type { Tokens } from './oauth-client.ts'

type Values = Readonly<Record<string, string>>

/** Prepares tokens of a sign-in for sealing: as they are, or each with its server and what else is known. */
export function withServer(tokens: Tokens, server: string | null, values: Values = {}): Tokens {
  if (server === null) return tokens
  const sealed = (token: string) => pastedText({ ...values, [SERVER]: server, token })
  const { access_token, refresh_token } = tokens
  return {
    ...tokens,
    server,
    access_token: sealed(access_token),
    refresh_token: refresh_token === null ? null : sealed(refresh_token),
  }
}

/** A token of a sign-in, opened, with its server and what was sealed with both; null for values that were pasted. */
export function readSignIn(
  module_name: string,
  text: string,
): { token: string; server: string | null; values: Values } | null {
  if (!isSeveralValues(text)) return { token: text, server: null, values: {} }
  const { token, credentials } = readCredentials(text)
  const server = serversOf(serviceFile(module_name)) ? credentials[SERVER] : undefined
  return token === null || server === undefined ? null : { token, server, values: credentials }
}
