import * as z from 'zod/mini'
import { SERVICE_FILE_MAX } from './service-file.ts'
import { readTypedSteps } from './typed-steps.ts'

const KEY_MISSING = 'Enter the service key.'
const KEY_WRONG = 'A service key has at least 8 characters and no spaces.'
const serviceKey = z
  .string(KEY_MISSING)
  .check(z.trim(), z.minLength(1, { error: KEY_MISSING, abort: true }), z.regex(/^[\x21-\x7e]{8,500}$/, KEY_WRONG))

/** POST /api/operator/services: a service's JSON file as text; `service_key` for one of IFTTT's protocol. */
export const serviceFileInput = z.strictObject({
  file: z
    .string('Paste the file.')
    .check(z.minLength(1, 'Paste the file.'), z.maxLength(SERVICE_FILE_MAX, 'At most 48,000 characters.')),
  service_key: z.optional(serviceKey),
})

/** Lines such as `new_item: box=7`. */
const typedSteps = z.optional(
  z.string().check(
    z.maxLength(2000),
    z.refine(
      (text) => readTypedSteps(text) !== null,
      'Write one on each line, such as new_item: shelf=spices, below=3.',
    ),
  ),
)

/**
 * POST /api/operator/services/probe: where a service of IFTTT's protocol is, the key that it gave its operator, and the
 * steps that it does not name itself.
 */
export const probeServiceInput = z.strictObject({
  api_url: z.string('Enter the address.').check(z.trim(), z.minLength(1, 'Enter the address.'), z.maxLength(300)),
  service_key: serviceKey,
  triggers: typedSteps,
  queries: typedSteps,
  actions: typedSteps,
})
export type ProbeServiceInput = z.output<typeof probeServiceInput>
