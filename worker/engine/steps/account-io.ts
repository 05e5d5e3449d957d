import type { RunnableService, StepIo } from './service-steps.ts'

/** Begins the text of several pasted values, which no token can begin with. */
const PASTED = '\n'

/** The secrets that an account is used with: its access token, and all that was pasted to connect it. */
export type AccountValues = Pick<StepIo, 'token' | 'credentials'>

/** Joins several pasted values for sealing: one text in place of the access token. */
export function pastedText(values: AccountValues['credentials']): string {
  return PASTED + JSON.stringify(values)
}

/** Whether the opened text of an account is of several values, not a token. */
export function isSeveralValues(text: string): boolean {
  return text.startsWith(PASTED)
}

/** The opened text of an account: a token stands in it as it is. Throws for pasted values that cannot be read. */
export function readCredentials(text: string): AccountValues {
  if (!isSeveralValues(text)) return { token: text, credentials: { token: text, key: text } }
  const credentials: Record<string, string> = JSON.parse(text)
  return { token: credentials['token'] ?? credentials['key'] ?? null, credentials }
}

type Ports = Omit<StepIo, keyof AccountValues>
type Service = Pick<RunnableService, 'base_field' | 'secret_fields'>

/** The ports of one call with its account; null for a service that needs none. */
export function accountIo(ports: Ports, { base_field }: Service, account: AccountValues | null): StepIo {
  const { token, credentials } = account ?? { token: null, credentials: {} }
  const own = base_field === null ? undefined : credentials[base_field]
  return { ...ports, token, credentials, base_url: own ?? ports.base_url }
}

/** The account's values that no answer and no error may show. */
export function secretsOf({ secret_fields }: Service, { credentials }: AccountValues): string[] {
  return secret_fields.flatMap((slug) => credentials[slug] ?? [])
}
