import { zValidator } from '@hono/zod-validator'
import type { ValidationTargets } from 'hono'
import type { $ZodType } from 'zod/v4/core'
import type { FieldError } from '../contract/errors.ts'
import { AppError } from './app-error.ts'

/**
 * Checks a part of the request against a schema of the contract. Throws `invalid_input` (422) with one entry a
 * problem, so that handlers and the typed client know only the good shape.
 */
export function validate<Schema extends $ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
) {
  return zValidator(target, schema, (result) => {
    if (result.success) return
    const errors: FieldError[] = result.error.issues.map((issue) => ({
      attribute: issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.'),
      message: issue.code === 'unrecognized_keys' ? 'This field is not known.' : issue.message,
    }))
    throw new AppError('invalid_input', { errors })
  })
}
