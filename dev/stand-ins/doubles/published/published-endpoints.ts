import type { Published } from './held-to.ts'

/** Says what is wrong with a value that was sent as JSON, or with the parameters of an address. */
type Problems = (value: unknown) => string[]
/** What is published of one address. What is left out has no parameters, or is not held to anything. */
export type Endpoint = {
  method: string
  path: RegExp
  query?: readonly string[] | Problems
  body?: Problems
  answer?: Problems
}

/** An API as its endpoints. `spelled`: how their types spell the name of a parameter. */
export function publishedEndpoints(endpoints: readonly Endpoint[], spelled = (name: string) => name): Published {
  const find = (call: { method: string; path: string }) =>
    endpoints.find(({ method, path }) => method === call.method && path.test(call.path))
  return {
    requestProblems: (call) => {
      const endpoint = find(call)
      if (!endpoint) return [`${call.method} ${call.path} is not published`]
      const { query = [], body } = endpoint
      const wrong = typeof query === 'function' ? query(call.query) : namesBeside(query, spelled)(call.query)
      return [...wrong, ...(body?.(call.body.startsWith('{') ? JSON.parse(call.body) : {}) ?? [])]
    },
    answerProblems: (call, { status, body }) => {
      const answer = status < 400 ? find(call)?.answer : undefined
      return answer?.(JSON.parse(body)) ?? []
    },
  }
}

/** What has a name that is not among these. */
export function namesBeside(known: readonly string[], spelled = (name: string) => name): Problems {
  return (value) =>
    Object.keys(Object(value))
      .filter((name) => !known.includes(spelled(name)))
      .map((name) => `${name} is not a parameter`)
}
