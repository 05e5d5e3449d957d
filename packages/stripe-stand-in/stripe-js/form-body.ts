/** Parameters as in the official types: nested objects and lists of strings, numbers and booleans. */
export type Params = object

/** Encodes parameters as Stripe expects: `card[number]=…`, `expand[0]=…`; leaves out null and undefined. */
export function formBody(params: Params): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of entries(params)) append(body, name, value)
  return body
}

function append(body: URLSearchParams, name: string, value: unknown): void {
  if (value === null || value === undefined) return
  if (typeof value !== 'object') body.append(name, String(value))
  else for (const [key, each] of entries(value)) append(body, `${name}[${key}]`, each)
}

function entries(value: object): [string, unknown][] {
  return Object.entries(value)
}
