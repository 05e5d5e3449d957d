import { AppError } from './app-error.ts'

/** Refuses one part of the input: the page shows the sentence beside its field. */
export function invalidField(attribute: string, message: string): AppError {
  return new AppError('invalid_input', { errors: [{ attribute, message }] })
}
