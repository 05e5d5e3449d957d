import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { parseJson } from '../../worker/contract/shared/parse-json.ts'

/** The names that a service has: in addresses, and for people. */
export type TakenName = { id: string; name: string; short_name?: string | undefined }

const named = z.object({ id: z.string(), name: z.string(), short_name: z.optional(z.string()) })

/** The names of the services in this folder beside one file. A file that says none takes none: it has its own check. */
export function namesOfServiceFiles(folder: string, beside: string): TakenName[] {
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  return files.filter((file) => file.endsWith('.json') && file !== beside).flatMap(nameOf)
}

function nameOf(file: string): TakenName[] {
  const { success, data } = named.safeParse(parseJson(readFileSync(file, 'utf8')))
  return success ? [data] : []
}
