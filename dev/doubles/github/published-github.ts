import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { OpenApiCheck, type OpenApi } from '../published/open-api.ts'

let read: OpenApiCheck | null = null

/** What GitHub publishes of its REST API, read once and only where it is needed: it has 13 MB. */
export function publishedGithub(): OpenApiCheck {
  if (read) return read
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json')
  const document: OpenApi = JSON.parse(readFileSync(file, 'utf8'))
  read = new OpenApiCheck(document)
  return read
}
