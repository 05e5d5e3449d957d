import { lexicons } from '@atproto/api'

type Call = { method: string; path: string; query: Record<string, string>; body: string }

/** Bluesky's API as its lexicons describe it: parameters, bodies, answers, and the records in them. */
export const publishedBluesky = {
  requestProblems({ method, path, query, body }: Call): string[] {
    const found = find(path)
    if (!found) return [`${path} is not published`]
    const { id, def } = found
    if (method !== (def.type === 'query' ? 'GET' : 'POST')) return [`${id} is not for ${method}`]
    const properties = def.parameters?.properties ?? {}
    const unknown = Object.keys(query).filter((name) => !(name in properties))
    const values = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, readValue(properties[name]?.type, value)]),
    )
    const given: unknown = body === '' ? undefined : JSON.parse(body)
    return [
      ...unknown.map((name) => `${name} is not a parameter`),
      ...problemsOf(() => lexicons.assertValidXrpcParams(id, values)),
      ...(def.type === 'procedure' && (def.input !== undefined || given !== undefined)
        ? problemsOf(() => lexicons.assertValidXrpcInput(id, given))
        : []),
    ]
  },
  answerProblems({ path }: Call, { status, body }: { status: number; body: string }): string[] {
    const found = find(path)
    if (status >= 400 || !found) return []
    return problemsOf(() => lexicons.assertValidXrpcOutput(found.id, JSON.parse(body)))
  },
  /** Lists the problems with a record of a collection. */
  recordProblems(collection: string, record: unknown): string[] {
    return problemsOf(() => lexicons.assertValidRecord(collection, record))
  },
}

function find(path: string) {
  const [, id = ''] = /^\/xrpc\/([\w.]+)$/.exec(path) ?? []
  const def = lexicons.getDef(`lex:${id}`)
  return def?.type === 'query' || def?.type === 'procedure' ? { id, def } : null
}

function readValue(type: string | undefined, text: string): unknown {
  switch (type) {
    case 'array':
      return [text]
    case 'integer':
      return Number(text)
    case 'boolean':
      return text === 'true'
    default:
      return text
  }
}

function problemsOf(check: () => unknown): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [String(error)]
  }
}
