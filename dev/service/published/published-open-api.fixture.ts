import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Published } from '../../stand-ins/doubles/published/held-to.ts'
import { OpenApiCheck } from '../../stand-ins/doubles/published/open-api.ts'

/** What a file of OpenAPI in this folder describes, read where it is needed. */
export function publishedOpenApi(file: string): Published {
  let read: OpenApiCheck | null = null
  const check = () => (read ??= new OpenApiCheck(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))))
  return {
    requestProblems: (call) => check().requestProblems(call, call),
    answerProblems: (call, answer) => check().answerProblems(call, answer),
  }
}
