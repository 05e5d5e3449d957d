import { zValidator } from '@hono/zod-validator'
import type { ValidationTargets } from 'hono'
import { safeParse, type $ZodIssue, type $ZodType, type output } from 'zod/v4/core'
import { SENTENCES, type FieldError } from '../../contract/errors.ts'
import { AppError } from '../errors/app-error.ts'

/**
 * Validates a part of the request with a schema of the contract. Throws `invalid_input` (422) with one entry per
 * problem, so that handlers and the typed client see only valid input. It says what it takes, so that a test makes valid
 * input for each call.
 */
export function validate<Schema extends $ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
) {
  const validator = zValidator(target, schema, (result) => {
    if (!result.success) throw new AppError('invalid_input', { errors: problemsOf(result.error.issues) })
  })
  return Object.assign(validator, { takes: { target, schema } })
}

/** The same for input that is not part of a request. */
export function parseInput<Schema extends $ZodType>(schema: Schema, given: unknown): output<Schema> {
  const result = safeParse(schema, given)
  if (!result.success) throw new AppError('invalid_input', { errors: problemsOf(result.error.issues) })
  return result.data
}

function problemsOf(issues: readonly $ZodIssue[]): FieldError[] {
  return issues.map((issue) => ({
    attribute: issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.'),
    message: issue.code === 'unrecognized_keys' ? SENTENCES.unknown_field : issue.message,
  }))
}
