import { readFileSync } from 'node:fs'
import { OpenApiCheck, type OpenApi } from '../published/open-api.ts'

let read: OpenApiCheck | null = null

/** The published part of GitHub's REST API that we use (write-github-openapi.ts), read where it is needed. */
export function publishedGithub(): OpenApiCheck {
  if (read) return read
  const document: OpenApi = JSON.parse(readFileSync(new URL('./github-openapi.json', import.meta.url), 'utf8'))
  read = new OpenApiCheck(document)
  return read
}
