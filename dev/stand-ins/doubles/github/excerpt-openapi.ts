import type { OpenApi } from '../published/open-api.ts'

/** The part of GitHub's description that the double is held to: what it answers, and what is asked of it. */
const OPERATIONS: Record<string, readonly string[]> = {
  '/applications/{client_id}/grant': ['delete'],
  '/notifications': ['get'],
  '/repos/{owner}/{repo}/commits': ['get'],
  '/repos/{owner}/{repo}/hooks': ['get', 'post'],
  '/repos/{owner}/{repo}/hooks/{hook_id}': ['delete'],
  '/repos/{owner}/{repo}/issues': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/comments': ['get'],
  '/repos/{owner}/{repo}/issues/{issue_number}/comments': ['post'],
  '/repos/{owner}/{repo}/issues/{issue_number}/labels': ['post'],
  '/repos/{owner}/{repo}/pulls': ['get'],
  '/repos/{owner}/{repo}/releases': ['get'],
  '/repos/{owner}/{repo}/stargazers': ['get'],
  '/user': ['get'],
  '/user/repos': ['get'],
  '/user/starred': ['get'],
  '/user/starred/{owner}/{repo}': ['put'],
}

/** What readers need and a check does not. */
const PROSE = ['description', 'summary', 'operationId', 'example', 'title', 'externalDocs', 'headers', 'tags']

/**
 * These operations with all that they refer to, in the order in which GitHub lists them, without prose. Throws if GitHub
 * lists one no more.
 */
export function excerptOpenApi(document: OpenApi): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of OPERATIONS[path] ?? []) {
      const operation = operations[method]
      if (!operation) throw new Error(`GitHub no longer publishes ${method} ${path}.`)
      paths[path] = { ...paths[path], [method]: kept(operation) }
    }
  }
  const missing = Object.keys(OPERATIONS).filter((path) => !paths[path])
  if (missing.length > 0) throw new Error(`GitHub no longer publishes ${missing.join(', ')}.`)
  const components: OpenApi['components'] = {}
  const waiting: unknown[] = [paths]
  for (const part of waiting) {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(
      /"\$ref":"#\/components\/([^/"]+)\/([^"]+)"/g,
    )) {
      const own = (components[kind] ??= {})
      if (name in own) continue
      own[name] = kind === 'examples' ? document.components[kind]?.[name] : kept(document.components[kind]?.[name])
      waiting.push(own[name])
    }
  }
  return { paths, components }
}

/** Examples stay whole, because the double answers with them, and properties may have any name. */
function kept<Part>(part: Part, name = ''): Part {
  if (name === 'examples' || typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((each) => kept(each)) as Part
  const isKept = (key: string) => name === 'properties' || !(PROSE.includes(key) || key.startsWith('x-'))
  const entries = Object.entries(part).filter(([key]) => isKept(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, kept<unknown>(value, key)])) as Part
}
