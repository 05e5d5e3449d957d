import type { OpenApi } from '../published/open-api.ts'

/** The part of GitHub's description that the double is held to: what it answers, and what is asked of it. */
const PATHS = [
  '/applications/{client_id}/grant',
  '/notifications',
  '/repos/{owner}/{repo}/commits',
  '/repos/{owner}/{repo}/hooks',
  '/repos/{owner}/{repo}/hooks/{hook_id}',
  '/repos/{owner}/{repo}/issues',
  '/repos/{owner}/{repo}/issues/comments',
  '/repos/{owner}/{repo}/issues/{issue_number}/comments',
  '/repos/{owner}/{repo}/issues/{issue_number}/labels',
  '/repos/{owner}/{repo}/pulls',
  '/repos/{owner}/{repo}/releases',
  '/repos/{owner}/{repo}/stargazers',
  '/user',
  '/user/repos',
  '/user/starred',
  '/user/starred/{owner}/{repo}',
]

/** These paths with all that they refer to, in the order in which GitHub lists them. Throws if it lists one no more. */
export function excerptOpenApi(document: OpenApi): OpenApi {
  const missing = PATHS.filter((path) => !document.paths[path])
  if (missing.length > 0) throw new Error(`GitHub no longer publishes ${missing.join(', ')}.`)
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => PATHS.includes(path)))
  const components: OpenApi['components'] = {}
  const waiting: unknown[] = [paths]
  for (const part of waiting) {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(
      /"\$ref":"#\/components\/([^/"]+)\/([^"]+)"/g,
    )) {
      const own = (components[kind] ??= {})
      if (name in own) continue
      own[name] = document.components[kind]?.[name]
      waiting.push(own[name])
    }
  }
  return { paths, components }
}
