import * as z from 'zod/mini'
import { SERVICE_FILE_MAX } from './service-file.ts'

/** POST /api/operator/services: a service's JSON file as text. */
export const serviceFileInput = z.strictObject({
  file: z
    .string('Paste the file.')
    .check(z.minLength(1, 'Paste the file.'), z.maxLength(SERVICE_FILE_MAX, 'At most 48,000 characters.')),
})
