import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Published } from '../../stand-ins/doubles/published/held-to.ts'
import { OpenApiCheck, type OpenApi } from '../../stand-ins/doubles/published/open-api.ts'

/** What a description has, or a file of one in this folder, read where it is needed. */
export function publishedOpenApi(described: string | OpenApi): Published {
  let read: OpenApiCheck | null = null
  const document = () =>
    typeof described === 'string' ? JSON.parse(readFileSync(join(import.meta.dirname, described), 'utf8')) : described
  const check = () => (read ??= new OpenApiCheck(document()))
  return {
    requestProblems: (call) => check().requestProblems(call, call),
    answerProblems: (call, answer) => check().answerProblems(call, answer),
  }
}
