import { bodyLimit } from 'hono/body-limit'
import { BODY_MAX_BYTES } from '../../contract/limits.ts'
import { AppError } from '../errors/app-error.ts'

/** Answers 413 to a body over 64 KB, also without a content-length. */
export const limitBody = bodyLimit({
  maxSize: BODY_MAX_BYTES,
  onError: () => {
    throw new AppError('too_large')
  },
})
