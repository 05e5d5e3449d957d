import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../processes/run.ts'
import { publishedSchema } from './json-schema.ts'

/** Where the site serves it from. */
export const SCHEMA_FILE = 'web/public/schemas/service-1.json'

/** Writes the published schema. */
export function writeSchema(): void {
  writeFileSync(join(ROOT, SCHEMA_FILE), `${JSON.stringify(publishedSchema(), null, 2)}\n`)
}
