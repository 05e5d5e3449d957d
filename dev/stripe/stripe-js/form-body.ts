/** Parameters as the official types have them: nested objects and lists of texts, numbers and booleans. */
export type Params = object

/** As Stripe takes parameters: `card[number]=…`, `expand[0]=…`; what is null or undefined is left out. */
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
