import * as z from 'zod/mini'
import { SENTENCES } from '../errors.ts'
import { MODULES_MAX } from './service.ts'

export const moduleName = z.string().check(z.regex(/^[a-z][a-z0-9_]{1,39}$/, 'Unknown service.'))

/**
 * GET /api/activation?c[]=…&return_to=…. `reconnect=1` connects the first service again; `ask=1` shows a button first;
 * `continuation` is what our own callback signed for this address. `way=paste` asks for what can be pasted instead of a
 * sign-in; `server` is the one that the user names, of a service at many.
 */
export const activationQuery = z.object({
  'c[]': z.optional(
    z.union([moduleName, z.array(moduleName).check(z.maxLength(MODULES_MAX))], `Name at most ${MODULES_MAX} services.`),
  ),
  return_to: z.optional(z.union([z.string(), z.array(z.string())])),
  reconnect: z.optional(z.union([z.string(), z.array(z.string())])),
  ask: z.optional(z.union([z.string(), z.array(z.string())])),
  continuation: z.optional(z.union([z.string().check(z.maxLength(1000)), z.array(z.string())])),
  way: z.optional(z.union([z.string(), z.array(z.string())])),
  server: z.optional(z.union([z.string(), z.array(z.string())])),
})

const pastedValues = z.record(
  z.string().check(z.regex(/^[a-z][a-z0-9_]{0,49}$/)),
  z.string().check(z.maxLength(10_000)),
)

/** POST /api/connections: connects a `key` service, with its one key or with the values that its file asks for. */
export const connectKeyInput = z
  .strictObject({
    module_name: moduleName,
    key: z.optional(z.string('Enter the key.').check(z.trim(), z.minLength(1, 'Enter the key.'), z.maxLength(500))),
    values: z.optional(pastedValues),
  })
  .check(
    z.refine(({ key, values }) => (key === undefined) !== (values === undefined), {
      error: 'Enter the key.',
      path: ['key'],
    }),
  )

/** GET /stored_fields/options (§3, §7). `live_channel_id`: the id of one of the viewer's connected accounts. */
export const storedFieldsOptionsQuery = z.object({
  resolve_url: z.string().check(z.url(SENTENCES.unknown_options_address), z.maxLength(2048)),
  live_channel_id: z.optional(z.string().check(z.maxLength(64))),
})
