import * as z from 'zod/mini'

/** PATCH /api/operator/services/:module_name */
export const switchServiceInput = z.strictObject({ running: z.boolean() })
